import { tierLimits } from '@carillon/contract/tiers'
import { useState } from 'react'
import { errorWords } from '../../../api/errors.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { count } from '../../../ui/words.ts'
import { type Chosen, chosenIn, mustChoose, useStaying } from './staying.ts'
import { StayingChoice } from './StayingChoice.tsx'

type CancelDialogProps = {
  open: boolean
  busy: boolean
  /** When the time that is paid for ends. */
  endsAt: string | null
  onOpenChange: (open: boolean) => void
  /** Cancels; with what shall stay, where that was changed. */
  onCancel: (chosen: Chosen | undefined) => void
}

const { maxGroups, maxCycles } = tierLimits.free

/** Asks before a subscription is canceled: names what ends with it and when, and asks what stays. */
export function CancelDialog({ open, busy, endsAt, onOpenChange, onCancel }: CancelDialogProps) {
  const { timeZone } = useUser()
  const staying = useStaying(open)
  const [changed, setChanged] = useState<Chosen>()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (busy) return
        setChanged(undefined)
        onOpenChange(next)
      }}
      title="Cancel your subscription?"
      description={
        endsAt ? (
          <>
            Pro stays until <Time at={endsAt} zone={timeZone} as="within" />, and you can take it
            back until then. After that you are on Free:
          </>
        ) : (
          'Pro stays until the end of the time you have paid for. After that you are on Free:'
        )
      }
      actions={
        <>
          <Button onClick={() => onOpenChange(false)} aria-disabled={busy}>
            Keep Pro
          </Button>
          <Button variant="danger" loading={busy} onClick={() => onCancel(changed)}>
            Cancel subscription
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <ul className="grid list-disc gap-1 pl-5 text-muted">
          <li>
            {count(maxGroups ?? 0, 'group')} and {count(maxCycles ?? 0, 'cycle')}. What is above
            that is suspended, not deleted, and goes on when you upgrade again.
          </li>
          <li>No WhatsApp: nothing is sent to its groups.</li>
          <li>No priority support.</li>
        </ul>
        {staying.isPending && (
          <Loading label="Loading what you have">
            <Skeleton className="h-48" />
          </Loading>
        )}
        {staying.isError && !staying.data && (
          <Banner
            tone="warn"
            title="Your groups and cycles could not be loaded"
            action={<Button onClick={() => void staying.refetch()}>Retry</Button>}
          >
            {errorWords(staying.error)} If you cancel now, what you used last stays; you can change
            that later.
          </Banner>
        )}
        {staying.data && mustChoose(staying.data) && (
          <StayingChoice
            staying={staying.data}
            value={changed ?? chosenIn(staying.data)}
            onChange={setChanged}
          />
        )}
      </div>
    </Dialog>
  )
}
