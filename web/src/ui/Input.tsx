import { ChevronDown, Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { cn } from './cn.ts'
import { isMoment, MomentInput } from './date/MomentInput.tsx'
import { controlClasses } from './controlClasses.ts'

/**
 * One line of text, or a number, a day or a time. On phones its letters are 16 px, since Safari zooms into
 * smaller ones.
 */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  const { type } = props
  if (isMoment(type)) return <MomentInput {...props} type={type} className={className} />
  return <input {...props} className={cn(controlClasses, 'h-9 pointer-coarse:h-11', className)} />
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
        className={cn(controlClasses, 'h-9 pointer-coarse:h-11 pr-10')}
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
        controlClasses,
        'field-sizing-content min-h-24 resize-y py-2 leading-5',
        className,
      )}
    />
  )
}

/** One of a list of choices, which opens below it. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative block w-full', className)}>
      <select
        {...props}
        className={cn(
          controlClasses,
          'block h-9 pointer-coarse:h-11 overflow-clip pr-8 leading-[2.125rem] text-ellipsis whitespace-nowrap [overflow-clip-margin:content-box]',
        )}
      >
        {children}
      </select>
      <ChevronDown
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
