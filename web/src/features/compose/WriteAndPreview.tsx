import type { ReactNode } from 'react'
import { Choice, choicesLook } from '../../ui/Choice.tsx'
import { cn } from '../../ui/cn.ts'

export type View = 'write' | 'preview'

type WriteAndPreviewProps = {
  /** Which of the two a narrow window shows. */
  view: View
  onView: (view: View) => void
  write: ReactNode
  preview: ReactNode
}

/** What is filled in and what comes of it: side by side, or one at a time where there is no room. */
export function WriteAndPreview({ view, onView, write, preview }: WriteAndPreviewProps) {
  return (
    <>
      <fieldset className="mb-4 lg:hidden">
        <legend className="sr-only">Show</legend>
        <div className={choicesLook}>
          {views.map(({ name, label }) => (
            <Choice
              key={name}
              label={label}
              name="view"
              checked={view === name}
              onChange={() => onView(name)}
            />
          ))}
        </div>
      </fieldset>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className={cn('min-w-0', view === 'preview' && 'max-lg:hidden')}>{write}</div>
        <div
          className={cn(
            'grid min-w-0 gap-5',
            // Higher than the window it scrolls by itself: else its end is only seen at the end of the form.
            'lg:sticky lg:top-20 lg:-mx-1 lg:max-h-[calc(100dvh-9.5rem)] lg:overflow-y-auto lg:px-1 lg:pb-1',
            view === 'write' && 'max-lg:hidden',
          )}
        >
          {preview}
        </div>
      </div>
    </>
  )
}

const views = [
  { name: 'write', label: 'Write' },
  { name: 'preview', label: 'Preview' },
] as const
