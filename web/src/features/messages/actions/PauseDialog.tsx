import type { MessageSummary } from '@carillon/contract/messages'
import { type ReactNode, useState } from 'react'
import { useUser } from '../../../api/session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Problem } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { zoneCity } from '../../../ui/time/words.ts'
import { count } from '../../groups/words.ts'
import { instantOf, localOf } from '../when.ts'
import { isSending, progressWords } from '../words.ts'
import type { PauseInput } from './useMessageActions.ts'

type PauseDialogProps = {
  message: MessageSummary
  open: boolean
  onOpenChange: (open: boolean) => void
  onPause: (how: PauseInput) => Promise<boolean>
  busy: boolean
}

const DAY_MS = 86_400_000

/** Switching a series off: for how long, and what becomes of what is being sent. */
export function PauseDialog({ message, open, onOpenChange, onPause, busy }: PauseDialogProps) {
  const { timeZone } = useUser()
  const [until, setUntil] = useState<string>()
  const [stop, setStop] = useState(false)
  const [problem, setProblem] = useState<string>()
  const sending = isSending(message) ? message.occurrence : undefined
  const tomorrow = () => localOf(new Date(Date.now() + DAY_MS), timeZone)

  async function pause() {
    const named = until === undefined ? undefined : instantOf(until, timeZone)
    if (until !== undefined && (!named || named.at.getTime() <= Date.now())) {
      return setProblem('Choose a time that is still to come.')
    }
    const done = await onPause({
      ...(named ? { until: named.at.toISOString() } : {}),
      ...(sending ? { stopRemaining: stop } : {}),
    })
    if (done) onOpenChange(false)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Pause this message?"
      description={
        sending
          ? `It is being sent now: ${progressWords(sending)}.`
          : 'Times that come while it is paused are left out, and are not made up for.'
      }
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Leave it on</Button>
          <Button variant="primary" loading={busy} onClick={() => void pause()}>
            Pause
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {sending && (
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 text-sm font-medium">What is being sent</legend>
            <Option name="stop" checked={!stop} onChoose={() => setStop(false)}>
              Finish this one first
            </Option>
            <Option name="stop" checked={stop} onChoose={() => setStop(true)}>
              Stop the remaining {count(sending.pending, 'group')} now
            </Option>
          </fieldset>
        )}
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-sm font-medium">For how long</legend>
          <Option name="until" checked={until === undefined} onChoose={() => setUntil(undefined)}>
            Until I switch it on again
          </Option>
          <Option
            name="until"
            checked={until !== undefined}
            onChoose={() => setUntil(until ?? tomorrow())}
          >
            Until a time
          </Option>
          {until !== undefined && (
            <div className="ml-6.5 grid gap-1.5">
              <Input
                type="datetime-local"
                aria-label={`Until, in ${zoneCity(timeZone)}`}
                data-figures
                value={until}
                onChange={(event) => {
                  setUntil(event.target.value.slice(0, 16))
                  setProblem(undefined)
                }}
              />
              {problem && <Problem>{problem}</Problem>}
            </div>
          )}
        </fieldset>
      </div>
    </Dialog>
  )
}

type OptionProps = { name: string; checked: boolean; onChoose: () => void; children: ReactNode }

function Option({ name, checked, onChoose, children }: OptionProps) {
  return (
    <label className="flex items-center gap-2.5">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        className="size-4 accent-accent"
      />
      {children}
    </label>
  )
}
