import { Plus, X } from 'lucide-react'
import { type ReactNode, type Ref, useId } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Problem } from '../../../ui/Field.tsx'
import { capital } from '../../../ui/words.ts'

type EntriesProps<T> = {
  /** Gets the focus when something is wrong here. */
  ref: Ref<HTMLFieldSetElement>
  legend: string
  entries: T[]
  onChange: (entries: T[]) => void
  /** The controls of one entry; `name` tells it from the others. */
  children: (entry: T, change: (next: T) => void, name: string) => ReactNode
  /** What one entry is called: `time`. */
  noun: string
  /** The entry that is added next. */
  next: (last: T | undefined) => T
  /** How many must stay. */
  min?: number
  /** How many there may be. */
  max: number
  problem?: string | undefined
  hint?: ReactNode
}

/** A short list of entries of the same kind, such as the times of a day. */
export function Entries<T>(props: EntriesProps<T>) {
  const { ref, legend, entries, onChange, children, noun, next, problem, hint, max } = props
  const { min = 1 } = props
  const id = useId()
  const add = () => onChange([...entries, next(entries.at(-1))])
  const full = entries.length >= max
  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      className="grid gap-1.5"
      {...(problem ? { 'aria-describedby': id } : {})}
    >
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <ul className="flex flex-wrap items-center gap-2">
        {entries.map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- An entry has no other name than its place.
          <li key={index} className="flex max-w-full items-center">
            {children(
              entry,
              (changed) => onChange(entries.with(index, changed)),
              `${capital(noun)} ${index + 1}`,
            )}
            {entries.length > min && (
              <Button
                variant="plain"
                size="sm"
                icon
                aria-label={`Remove ${noun} ${index + 1}`}
                onClick={() => onChange(entries.toSpliced(index, 1))}
              >
                <X size={14} aria-hidden />
              </Button>
            )}
          </li>
        ))}
        <li>
          <Button size="sm" onClick={add} {...(full ? { 'aria-disabled': true } : {})}>
            <Plus size={14} aria-hidden /> Add a {noun}
          </Button>
        </li>
      </ul>
      {full && <p className="text-sm text-muted">There is room for {max}.</p>}
      {problem && <Problem id={id}>{problem}</Problem>}
      {hint && <div className="text-sm text-muted">{hint}</div>}
    </fieldset>
  )
}
