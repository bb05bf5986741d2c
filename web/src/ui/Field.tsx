import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { cn } from './cn.ts'
import { useFrozenWhilePressed } from './press.ts'

/** The attributes that connect a control with its label, hint and error. */
export type ControlProps = {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

type FieldProps = {
  label: string
  /** The label is for screen readers only, if its surroundings say what the control is. */
  labelHidden?: boolean
  hint?: ReactNode
  /** What is wrong, in words. */
  error?: string | undefined
  /** Something at the end of the label's line, such as a counter or a link. */
  aside?: ReactNode
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** A label, its control, and the words that explain or correct it. */
export function Field({
  label,
  labelHidden,
  hint,
  aside,
  className,
  children,
  ...props
}: FieldProps) {
  const id = useId()
  // Its end moves the page too, as its beginning does.
  const error = useFrozenWhilePressed(props.error, undefined)
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={cn('grid content-start gap-1.5', className)}>
      <div
        className={cn(
          'flex items-baseline justify-between gap-3',
          labelHidden && !aside && 'sr-only',
        )}
      >
        {/* A counter next to it wraps before a word is broken. */}
        <label
          htmlFor={id}
          className={cn('text-sm font-medium', labelHidden && 'sr-only')}
          style={labelHidden ? undefined : { minWidth: 'min-content', overflowWrap: 'break-word' }}
        >
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {error && <Problem id={`${id}-error`}>{error}</Problem>}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The error of a field or a group of fields. It appears only while no pointer is down, since it moves the page below it. */
export function Problem({ id, children }: { id?: string; children: ReactNode }) {
  const isShown = useFrozenWhilePressed(true, false)
  if (!isShown) return null
  return (
    <p id={id} role="alert" className="flex gap-1.5 text-sm text-danger">
      <CircleAlert size={14} className="mt-[3px] shrink-0" aria-hidden />
      <span>{children}</span>
    </p>
  )
}
