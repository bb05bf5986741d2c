import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { Choice, choicesClasses } from '../../ui/Choice.tsx'
import { cn } from '../../ui/cn.ts'
import { ScrollArea } from '../../ui/ScrollArea.tsx'
import { useWide } from '../../ui/useWide.ts'

export type View = 'write' | 'preview'

type WriteAndPreviewProps = {
  /** Which of the two a narrow window shows. */
  view: View
  onView: (view: View) => void
  /** The id of the form, for a button outside it. */
  form: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Whether there is nothing to submit: then the shortcut does nothing. */
  locked?: boolean
  fields: ReactNode
  preview: ReactNode
}

/**
 * A form and its preview: side by side, or one at a time in a narrow window. Ctrl+Enter or ⌘+Enter submits the form
 * from any field.
 */
export function WriteAndPreview(props: WriteAndPreviewProps) {
  const { view, onView, form, onSubmit, locked = false, fields, preview } = props
  const wide = useWide()

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || locked) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  return (
    <>
      <fieldset className="mb-4 lg:hidden">
        <legend className="sr-only">Show</legend>
        <div className={choicesClasses}>
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
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] 2xl:grid-cols-[minmax(0,1fr)_minmax(0,34rem)] 2xl:gap-8">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- A short cut for its own button. */}
        <form
          id={form}
          noValidate
          className={cn('grid min-w-0 gap-5', view === 'preview' && 'max-lg:hidden')}
          onKeyDown={onKeyDown}
          onSubmit={onSubmit}
        >
          {fields}
        </form>
        <div className={cn('min-w-0 lg:sticky lg:top-20', view === 'write' && 'max-lg:hidden')}>
          {wide ? (
            // If it is higher than the window it scrolls by itself; otherwise its end would only be seen at the end of the form.
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
