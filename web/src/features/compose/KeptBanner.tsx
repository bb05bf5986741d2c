import { useUser } from '../../api/session/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { useHeld } from '../../ui/press.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useNow } from '../../ui/time/useNow.ts'
import { shortTime } from '../../ui/time/words.ts'
import type { Elsewhere } from './useUnsavedOnServer.ts'
import type { Kept } from './useUnsaved.ts'

type ElsewhereBannerProps = {
  elsewhere: Elsewhere
  /** What is told when it was typed over an older state. */
  note?: string
}

/**
 * What was typed on another device and not saved can be gone on with here. It is known only after the page, so a page
 * has it at its foot, where it moves nothing, and not while something is pressed.
 */
export function ElsewhereBanner({ elsewhere, note }: ElsewhereBannerProps) {
  const { timeZone } = useUser()
  const now = useNow()
  const isShown = useHeld(true, false)
  if (!isShown) return null
  const { savedAt, isHere, isOther, use, discard } = elsewhere
  const where = isHere ? 'before' : 'on another device'
  return (
    <Banner
      title={`Continue what you wrote ${where}? (${shortTime(savedAt, timeZone, now)})`}
      action={
        <>
          <Button size="sm" onClick={discard}>
            Discard it
          </Button>
          <Button size="sm" variant="primary" onClick={use}>
            Continue
          </Button>
        </>
      }
    >
      {/* All of it from the start: what grows while somebody types pushes the text away from under them. */}
      It is not saved yet. It takes the place of what stands here.
      {isOther && note && ` ${note}`}
    </Banner>
  )
}

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
