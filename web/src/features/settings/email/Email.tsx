import { Suspense, useState } from 'react'
import { useUser } from '../../../api/session/useSession.ts'
import { useConfig } from '../../../api/useConfig.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { openStored } from '../../../ui/stored.ts'
import { Section } from '../Section.tsx'

// Few change their address. What asks for the code comes with a look at the button, the rest while one types.
const AskForCode = lazyComponent(async () => (await import('./AskForCode.tsx')).AskForCode)
const EnterCode = lazyComponent(async () => (await import('./EnterCode.tsx')).EnterCode)

/** What was asked for; the password is kept to ask for another code. */
export type EmailChange = { email: string; password: string }

/** The same after a reload: the password is not stored. */
export type AskedChange = Omit<EmailChange, 'password'> & Partial<Pick<EmailChange, 'password'>>

/** The code works only in this browser, and for ten minutes. */
const CODE_MS = 10 * 60_000
const stored = openStored('sessionStorage', 'email-change')

function readAsked(uid: string): AskedChange | undefined {
  const [of, at, ...email] = (stored.read() ?? '').split(' ')
  return of === uid && Number(at) > Date.now() - CODE_MS ? { email: email.join(' ') } : undefined
}

/** The address the person signs in with, and the way to another: by a code that is sent there. */
export function Email() {
  const { uid, email } = useUser()
  const { issuer = 'embedded' } = useConfig().data?.identity ?? {}
  const [changing, setChanging] = useState(false)
  const [asked, setAsked] = useState(() => readAsked(uid))
  const ask = (change: EmailChange) => {
    stored.write(`${uid} ${Date.now()} ${change.email}`)
    setAsked(change)
  }
  const end = () => {
    stored.write(null)
    setChanging(false)
    setAsked(undefined)
  }
  return (
    <Section id="email" note="You sign in with it, and mail comes there.">
      {issuer !== 'embedded' ? (
        <p>
          <span className="font-medium">{email}</span>{' '}
          <span className="text-muted">
            The service that signs you in keeps your address. Change it there.
          </span>
        </p>
      ) : asked ? (
        <Suspense>
          <EnterCode asked={asked} onEnd={end} />
        </Suspense>
      ) : changing ? (
        <Suspense>
          <AskForCode onAsked={ask} onEnd={end} />
        </Suspense>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="font-medium">{email}</p>
          <Button
            onPointerEnter={AskForCode.fetch}
            onFocus={AskForCode.fetch}
            onClick={() => {
              EnterCode.fetch()
              setChanging(true)
            }}
          >
            Change e-mail
          </Button>
        </div>
      )}
    </Section>
  )
}
