import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useUser } from '../../api/session/useSession.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button, buttonClasses } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useFrozenWhilePressed } from '../../ui/press.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useNow } from '../../ui/time/useNow.ts'
import { shortTime } from '../../ui/time/words.ts'
import type { FormFromElsewhere, RestorableForm } from './useUnsaved.ts'

type OfferProps = {
  elsewhere: FormFromElsewhere | undefined
  /** Said if the values belong to an older state. */
  note?: string
  /** What was created from this form, in another tab or on another device. */
  created?: CreatedFrom | undefined
}

/** What the server knows of a form besides what stands in it. */
export function Offer({ elsewhere, note, created }: OfferProps) {
  if (created) return <CreatedBanner created={created} />
  return elsewhere && <ElsewhereBanner elsewhere={elsewhere} {...(note ? { note } : {})} />
}

type ElsewhereBannerProps = {
  elsewhere: FormFromElsewhere
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
  const { savedAt, created, isHere, isOther, use, discard } = elsewhere
  const where = isHere ? 'before' : 'on another device'
  return (
    <Banner
      title={`Continue what you wrote ${where}? (${shortTime(savedAt, timeZone, now)})`}
      action={
        <>
          <DiscardIt onDiscard={discard} />
          <Button size="sm" variant="primary" onClick={() => void use()}>
            Continue
          </Button>
        </>
      }
    >
      {/* All the text from the start: a banner that grows while somebody types would move their text. */}
      {created
        ? 'Something was saved from it before: what is different in it is not. '
        : 'It is not saved yet. '}
      It takes the place of what stands here.
      {isOther && note && ` ${note}`}
    </Banner>
  )
}

type UnsavedFormBannerProps = {
  form: RestorableForm
  /** What was created from it meanwhile. */
  created?: CreatedFrom | undefined
  /** Why the values are offered instead of filled in. */
  note?: string
}

/** Says that unsaved values of this device are filled in, or offers them. */
export function UnsavedFormBanner({ form, created, note }: UnsavedFormBannerProps) {
  const { timeZone } = useUser()
  const when = <Time at={new Date(form.savedAt).toISOString()} zone={timeZone} as="short" />
  const doubt = created ? SAVED : form.doubt && doubts[form.doubt]
  if (form.restored) {
    return (
      <Banner
        action={
          <>
            <DiscardIt onDiscard={() => void form.discard()} />
            {created && <OpenIt {...created} />}
          </>
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
          <DiscardIt onDiscard={() => void form.discard()} />
          <Button
            size="sm"
            {...(created ? {} : { variant: 'primary' })}
            onClick={() => void form.use()}
          >
            Use what I typed
          </Button>
          {created && <OpenIt {...created} />}
        </>
      }
    >
      {/* What has changed since may be what was saved from here. */}
      It was kept on this device ({when}). {doubt?.words ?? note}
    </Banner>
  )
}

/**
 * Asks first, because it cannot be taken back. It disappears with its banner, so the focus goes to the form, where one
 * types on.
 */
function DiscardIt({ onDiscard }: { onDiscard: () => void }) {
  const [isAsked, ask] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  function discard() {
    const place = button.current?.closest('[role=dialog]') ?? document.querySelector('main')
    // While the question is open, it keeps the focus.
    flushSync(() => ask(false))
    onDiscard()
    place?.querySelector<HTMLElement>(`form :is(textarea, ${TYPED})`)?.focus()
  }
  return (
    <>
      <Button ref={button} size="sm" onClick={() => ask(true)}>
        Discard it
      </Button>
      <Dialog
        open={isAsked}
        onOpenChange={ask}
        title="Discard what you typed?"
        description="This cannot be taken back."
        actions={
          <>
            <Button onClick={() => ask(false)}>Keep it</Button>
            <Button variant="danger" onClick={discard}>
              Discard it
            </Button>
          </>
        }
      />
    </>
  )
}

const TYPED = 'input:not([type=radio], [type=checkbox], [type=file])'

function CreatedBanner({ created }: { created: CreatedFrom }) {
  return (
    <Banner title={SAVED.title} action={<OpenIt {...created} />}>
      {SAVED.words}
    </Banner>
  )
}

/** The address of what was created from a form; `onOpen` lets the page be left, and the form stays on the device. */
export type CreatedFrom = { to: string; onOpen: () => void }

const OpenIt = ({ to, onOpen }: CreatedFrom) => (
  <Link to={to} className={buttonClasses({ size: 'sm', variant: 'primary' })} onClick={onOpen}>
    Open it
  </Link>
)

const doubts = {
  unanswered: {
    title: 'You saved something here, and no answer came',
    words: 'No answer came when you saved it, so it may be saved or sent: look first.',
  },
  // As long as what stands there once the server has answered, so that nothing moves.
  unknown: { title: 'You typed something here', words: 'It may not be saved yet.' },
}

const SAVED = {
  title: 'Something was saved from here',
  words:
    'It was saved from here, or on another device. Open it to compare: what is different here is not saved.',
}
