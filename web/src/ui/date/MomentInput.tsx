import { lazy, Suspense, useRef, type ComponentProps } from 'react'
import { Boundary } from '../Boundary.tsx'
import { cn } from '../cn.ts'
import { controlClasses } from '../controlClasses.ts'

/** The kind of the field: a day, a time of day, or both. */
export type MomentType = 'date' | 'time' | 'datetime-local'

export const isMoment = (type: string | undefined): type is MomentType =>
  type === 'date' || type === 'time' || type === 'datetime-local'

// Loaded lazily: the field can be typed into without it.
const MomentPicker = lazy(() => import('./MomentPicker.tsx'))

type MomentInputProps = ComponentProps<'input'> & { type: MomentType }

/**
 * A field for a day or a time. It is typed part by part, in the order and the clock of the browser's language, or chosen
 * from a calendar and a list of times. On touch devices the picker of the device opens instead.
 */
export function MomentInput({ type, className, ...props }: MomentInputProps) {
  const frame = useRef<HTMLSpanElement>(null)
  const input = () => frame.current?.querySelector('input') ?? undefined
  return (
    <span ref={frame} className={cn('relative block w-full', className)}>
      <input
        {...props}
        type={type}
        data-tabular
        className={cn(controlClasses, 'h-9 pointer-coarse:h-11 pointer-fine:pr-9')}
      />
      {!props.disabled && !props.readOnly && (
        <Boundary renderFallback={() => null}>
          <Suspense>
            <MomentPicker type={type} input={input} />
          </Suspense>
        </Boundary>
      )}
    </span>
  )
}
