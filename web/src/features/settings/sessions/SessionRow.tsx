import type { Session } from '@carillon/contract/users'
import { useUser } from '../../../api/session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { Time } from '../../../ui/time/Time.tsx'

type SessionRowProps = { session: Session; ending: boolean; onEnd: () => void }

/** One place where the person is signed in. */
export function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const { timeZone } = useUser()
  const { device, address, createdAt, lastSeenAt, current } = session
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grid gap-0.5">
        <p className="font-medium">{device}</p>
        <p className="text-sm text-muted">
          {address && `${address} · `}
          signed in <Time at={createdAt} zone={timeZone} as="ago" />
          {!current && (
            <>
              {' · '}last seen <Time at={lastSeenAt} zone={timeZone} as="ago" />
            </>
          )}
        </p>
      </div>
      {current ? (
        <Badge tone="good">This device</Badge>
      ) : (
        <Button
          size="sm"
          aria-label={`End the session of ${device}`}
          loading={ending}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </li>
  )
}
