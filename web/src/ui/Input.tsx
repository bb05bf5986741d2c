import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { cn } from './cn.ts'

/** The look of every control that takes text. */
export const controlLook =
  'w-full rounded-md border border-line-strong bg-surface px-3 text-base text-ink transition-colors hover:not-focus:border-muted focus-visible:outline-offset-0 aria-invalid:border-danger disabled:opacity-60 max-md:text-lg'

/** One line of text. On phones its letters are 16 px, since Safari zooms into smaller ones. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...props} className={cn(controlLook, 'h-9', className)} />
}

/** A password, which its owner can look at. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false)
  return (
    <span className="relative block">
      <input
        {...props}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={cn(controlLook, 'h-9 pr-10')}
      />
      <button
        type="button"
        className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-muted transition-colors hover:text-ink"
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
      </button>
    </span>
  )
}

/** Several lines of text; grows with what is written where the browser can. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...props}
      className={cn(
        controlLook,
        'field-sizing-content min-h-24 resize-y py-2 leading-5',
        className,
      )}
    />
  )
}

/** The system's own list of choices. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <select {...props} className={cn(controlLook, 'h-9 pr-8', className)}>
      {children}
    </select>
  )
}
