import type { ReactNode } from 'react'
import { Choice, choicesLook } from '../../ui/Choice.tsx'
import { cn } from '../../ui/cn.ts'
import { ScrollArea } from '../../ui/ScrollArea.tsx'
import { useWide } from '../../ui/useWide.ts'

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
  const wide = useWide()
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
        <div className={cn('min-w-0 lg:sticky lg:top-20', view === 'write' && 'max-lg:hidden')}>
          {wide ? (
            // Higher than the window it scrolls by itself: else its end is only seen at the end of the form.
            <ScrollArea maxHeight="calc(100dvh - 9.5rem)" label="Preview">
              <div className="flex flex-col gap-5 p-0.5">{preview}</div>
            </ScrollArea>
          ) : (
            <div className="flex flex-col gap-5">{preview}</div>
          )}
        </div>
      </div>
    </>
  )
}

const views = [
  { name: 'write', label: 'Write' },
  { name: 'preview', label: 'Preview' },
] as const
