import { useEffect, useState } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { paths } from '../../app/paths.ts'
import { moveToNew } from '../../app/tabForm.ts'
import { type FormOnDevice, formsOnDevice } from '../../app/unsaved.ts'
import { Banner } from '../../ui/Banner.tsx'
import { buttonClasses } from '../../ui/Button.tsx'
import { Time } from '../../ui/time/Time.tsx'

type TypedHereProps = {
  /** The id of what is gone. */
  place: string
  noun: keyof typeof newOnes
}

/** What was typed on this device into something that was deleted since: it can become a new one. */
export function TypedHere({ place, noun }: TypedHereProps) {
  const { uid, timeZone } = useUser()
  const [typed, setTyped] = useState<FormOnDevice>()
  // Its editor stores what was typed last when it is closed, which is before this.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setTyped(formsOnDevice(uid, place)[0]), [uid, place])
  if (!typed) return null
  const { form, path } = newOnes[noun]
  return (
    <Banner
      tone="warn"
      className="mb-5"
      title="What you typed here is kept on this device"
      action={
        <Link
          to={path}
          className={buttonClasses({ size: 'sm', variant: 'primary' })}
          onClick={() => moveToNew(uid, place, typed, form)}
        >
          Use it as a new {noun}
        </Link>
      }
    >
      Last changed: <Time at={new Date(typed.savedAt).toISOString()} zone={timeZone} as="short" />.
      {typed.unanswered !== undefined && ` ${MAYBE_SAVED}`}
    </Banner>
  )
}

const MAYBE_SAVED =
  'No answer came when you saved it, so it may have been saved and sent before it was deleted.'

/** The form that creates one, and its page. */
const newOnes = {
  message: { form: 'new', path: paths.newMessage },
  cycle: { form: 'new-cycle', path: paths.newCycle },
}
