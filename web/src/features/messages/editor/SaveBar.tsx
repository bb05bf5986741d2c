import type { MessageStatus } from '@carillon/contract/messages'
import type { MouseEvent, ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/Button.tsx'
import type { MessageForm } from '../form.ts'
import { GoneBanner } from './GoneBanner.tsx'

type SaveBarProps = {
  /** The state of the message; undefined for a new one. */
  status: MessageStatus | undefined
  /** Why the message cannot be changed any more. */
  gone: MessageStatus | 'deleted' | undefined
  saving: 'draft' | 'go' | undefined
  onDraft: () => void
  /** Saves the form as a new message, when this one cannot be changed any more. */
  onCopy: () => void
  onDiscard: () => void
  /** What went wrong with the form as a whole. */
  children: ReactNode
}

/** What can be done with the form; stays in reach below it. */
export function SaveBar(props: SaveBarProps) {
  const { status, gone, saving, onDraft, onCopy, onDiscard, children } = props
  const { control } = useFormContext<MessageForm>()
  const when = useWatch({ control, name: 'when' })
  const draft = status === undefined || status === 'draft'
  if (gone) {
    return (
      <GoneBanner status={gone} saving={saving === 'draft'} onCopy={onCopy} onDiscard={onDiscard}>
        {children}
      </GoneBanner>
    )
  }
  return (
    <div className="sticky bottom-0 z-10 -mx-4 grid gap-3 border-t border-line bg-canvas/90 px-4 py-3 backdrop-blur md:mx-0 md:rounded-b-lg md:px-0">
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        {draft && (
          <Button
            loading={saving === 'draft'}
            aria-disabled={saving === 'go'}
            onMouseDown={stayInField}
            onClick={onDraft}
          >
            Save draft
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          loading={saving === 'go'}
          aria-disabled={saving === 'draft'}
          onMouseDown={stayInField}
        >
          {label(when, status)}
        </Button>
      </div>
    </div>
  )
}

/**
 * Leaving a field shows what is wrong with it, which may move these buttons away from under the pointer
 * in the middle of a press: the press would be lost.
 */
const stayInField = (event: MouseEvent) => event.preventDefault()

function label(when: MessageForm['when'], status: MessageStatus | undefined) {
  if (when === 'now') return 'Send now'
  if (when === 'repeat') return status === undefined || status === 'draft' ? 'Start' : 'Save'
  if (status === 'scheduled' || status === 'paused') return 'Save and schedule'
  return status === undefined || status === 'draft' ? 'Schedule' : 'Reschedule'
}
