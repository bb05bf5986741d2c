import { useUser } from '../../api/session/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { useFrozenWhilePressed } from '../../ui/press.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useNow } from '../../ui/time/useNow.ts'
import { shortTime } from '../../ui/time/words.ts'
import type { ValuesFromElsewhere } from './useUnsavedOnServer.ts'
import type { RestorableForm } from './useUnsaved.ts'

type ElsewhereBannerProps = {
  elsewhere: ValuesFromElsewhere
  /** Said if the values belong to an older state. */
  note?: string
}

/**
 * Offers to continue unsaved values from another device. They are loaded after the page, so the banner is at the foot of
 * the page, where it moves nothing, and does not appear while a pointer is down.
 */
export function ElsewhereBanner({ elsewhere, note }: ElsewhereBannerProps) {
  const { timeZone } = useUser()
  const now = useNow()
  const isShown = useFrozenWhilePressed(true, false)
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
      {/* All the text from the start: a banner that grows while somebody types would move their text. */}
      It is not saved yet. It takes the place of what stands here.
      {isOther && note && ` ${note}`}
    </Banner>
  )
}

type UnsavedFormBannerProps = {
  form: RestorableForm
  /** Why the values are offered instead of filled in. */
  note?: string
}

/** Says that unsaved values of this device are filled in, or offers them. */
export function UnsavedFormBanner({ form, note }: UnsavedFormBannerProps) {
  const { timeZone } = useUser()
  const when = <Time at={new Date(form.savedAt).toISOString()} zone={timeZone} as="short" />
  const doubt = doubtOf(form)
  if (form.restored) {
    return (
      <Banner
        action={
          <Button size="sm" onClick={form.discard}>
            Discard it
          </Button>
        }
      >
        What you typed here ({when}) was kept on this device.{' '}
        {doubt?.words ?? 'It is not saved yet.'}
      </Banner>
    )
  }
  return (
    <Banner
      tone="warn"
      title={doubt?.title ?? 'You typed something here and did not save it'}
      action={
        <>
          <Button size="sm" onClick={form.discard}>
            Discard it
          </Button>
          <Button size="sm" variant="primary" onClick={form.use}>
            Use what I typed
          </Button>
        </>
      }
    >
      It was kept on this device ({when}). {doubt && `${doubt.words} `}
      {note}
    </Banner>
  )
}

/** Why the values may be saved already, if that is so. */
function doubtOf({ isUnanswered, isTaken }: RestorableForm) {
  if (isUnanswered) return MAY_BE_SAVED
  return isTaken ? MAY_BE_TAKEN : undefined
}

const MAY_BE_SAVED = {
  title: 'You saved something here, and no answer came',
  words: 'No answer came when you saved it, so it may be saved or sent: look first.',
}

const MAY_BE_TAKEN = {
  title: 'You typed something here, and may have gone on elsewhere',
  words: 'You may have gone on with it on another device, so it may be saved or sent: look first.',
}
