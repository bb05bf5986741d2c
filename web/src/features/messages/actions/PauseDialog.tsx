import type { Occurrence } from '@carillon/contract/deliveries'
import { Suspense, useId } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { isSending, progressWords } from '../words.ts'
import type { PauseInput } from './useMessageActions.tsx'

// The form loads when the dialog opens, because forms are the largest part of a list.
const PauseForm = lazyComponent(async () => (await import('./PauseForm.tsx')).default)

type PauseDialogProps = {
  /** The noun for what is paused: message or cycle. */
  noun: string
  /** Its latest run, which may still be sending. */
  occurrence: Occurrence | null
  open: boolean
  onOpenChange: (open: boolean) => void
  onPause: (how: PauseInput) => Promise<boolean>
  busy: boolean
}

/** Pauses a series: asks for how long, and whether the present run is finished. */
export function PauseDialog(props: PauseDialogProps) {
  const { noun, occurrence, open, onOpenChange, onPause, busy } = props
  const id = useId()
  const sending = occurrence && isSending({ occurrence }) ? occurrence : undefined

  async function pause(how: PauseInput) {
    if (await onPause(how)) onOpenChange(false)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Pause this ${noun}?`}
      description={
        sending
          ? `It is being sent now: ${progressWords(sending)}.`
          : 'Runs due while it is paused are skipped.'
      }
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" loading={busy}>
            Pause
          </Button>
        </>
      }
    >
      <Suspense fallback={<LoadingForm />}>
        <PauseForm id={id} pending={sending?.pending} onPause={pause} />
      </Suspense>
    </Dialog>
  )
}

const LoadingForm = () => (
  <Loading label="Loading the form">
    <Skeleton className="h-20" />
  </Loading>
)
