import { useUser } from '../../api/session/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Time } from '../../ui/time/Time.tsx'
import type { Kept } from './useUnsaved.ts'

/** What was typed here before and not saved: it is back, or can be had back; `note` says why it is not. */
export function KeptBanner({ kept, note }: { kept: Kept; note?: string }) {
  const { timeZone } = useUser()
  const when = <Time at={new Date(kept.savedAt).toISOString()} zone={timeZone} as="short" />
  if (kept.restored) {
    return (
      <Banner
        action={
          <Button size="sm" onClick={kept.discard}>
            Discard it
          </Button>
        }
      >
        What you typed here ({when}) was kept on this device. It is not saved yet.
      </Banner>
    )
  }
  return (
    <Banner
      tone="warn"
      title="You typed something here and did not save it"
      action={
        <>
          <Button size="sm" onClick={kept.discard}>
            Discard it
          </Button>
          <Button size="sm" variant="primary" onClick={kept.use}>
            Use what I typed
          </Button>
        </>
      }
    >
      It was kept on this device ({when}). {note}
    </Banner>
  )
}
