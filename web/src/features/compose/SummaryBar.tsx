import { type MouseEvent, type ReactNode, useState } from 'react'
import { useFrozenWhilePressed } from '../../ui/press.ts'

type SummaryBarProps = {
  /** What will happen, in a few words: when, and to how many. */
  summary: ReactNode
  /** The problems that prevent it, in the order of the page; a press leads there. */
  problems: readonly { path: string; message: string }[]
  onProblem: (path: string) => void
  /** Warnings in a few words: it can be done, but not fully as asked; a press leads to them. */
  warnings?: ReactNode
  /** What was said about the form as a whole. */
  notes?: ReactNode
  /** What can be done. */
  children: ReactNode
}

type Problem = SummaryBarProps['problems'][number]

/** How many problems are told before the others are asked for. */
const TOLD_MAX = 2

/** A summary of a form and its buttons; always visible at the foot of the page. */
export function SummaryBar({
  summary,
  problems: found,
  onProblem,
  warnings,
  notes,
  children,
}: SummaryBarProps) {
  // The bar grows with them, over what is just being pressed.
  const problems = JSON.parse(useFrozenWhilePressed(JSON.stringify(found))) as Problem[]
  const [all, tellAll] = useState(false)
  const rest = problems.length - TOLD_MAX
  return (
    <div className="grid gap-3 py-3">
      {notes}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 max-sm:basis-full sm:basis-64" aria-live="polite">
          {problems.length > 0 ? (
            <p className="max-h-40 overflow-y-auto text-sm text-danger">
              {problems.slice(0, all ? problems.length : TOLD_MAX).map(({ path, message }) => (
                <button
                  key={path}
                  type="button"
                  className="mr-2 rounded-sm text-left underline-offset-2 hover:underline"
                  onClick={() => onProblem(path)}
                >
                  {message}
                </button>
              ))}
              {rest > 0 && !all && (
                <button
                  type="button"
                  className="rounded-sm whitespace-nowrap underline-offset-2 hover:underline"
                  onClick={() => tellAll(true)}
                >
                  and {rest} more
                </button>
              )}
            </p>
          ) : (
            <p className="line-clamp-2 text-sm">{summary}</p>
          )}
          {warnings}
        </div>
        <div
          role="presentation"
          className="flex justify-end gap-2 max-sm:flex-1 max-sm:*:flex-1"
          onMouseDown={stayInField}
        >
          {children}
        </div>
      </div>
    </div>
  )
}

/**
 * Leaving a field shows what is wrong with it, which may move these buttons away from under the pointer
 * in the middle of a press: the press would be lost.
 */
const stayInField = (event: MouseEvent) => event.preventDefault()
