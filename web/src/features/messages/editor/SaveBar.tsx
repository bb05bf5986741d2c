import type { MessageStatus } from '@carillon/contract/messages'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/Button.tsx'
import type { MessageForm } from '../form.ts'

type SaveBarProps = {
  /** The state of the message; undefined for a new one. */
  status: MessageStatus | undefined
  saving: 'draft' | 'go' | undefined
  onDraft: () => void
}

/** What can be done with the form; stays in reach below it. */
export function SaveBar({ status, saving, onDraft }: SaveBarProps) {
  const { control } = useFormContext<MessageForm>()
  const when = useWatch({ control, name: 'when' })
  const draft = status === undefined || status === 'draft'
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas/90 px-4 py-3 backdrop-blur md:mx-0 md:rounded-b-lg md:px-0">
      {draft && (
        <Button loading={saving === 'draft'} onClick={onDraft}>
          Save draft
        </Button>
      )}
      <Button type="submit" variant="primary" loading={saving === 'go'}>
        {label(when, status)}
      </Button>
    </div>
  )
}

function label(when: MessageForm['when'], status: MessageStatus | undefined) {
  if (when === 'now') return 'Send now'
  if (status === 'scheduled' || status === 'paused') return 'Save and schedule'
  return status === undefined || status === 'draft' ? 'Schedule' : 'Reschedule'
}
