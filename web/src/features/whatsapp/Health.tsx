import type { Connection } from '@carillon/contract/connections'
import type { ReactNode } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useNow } from '../../ui/time/useNow.ts'
import { dayName, withinTime } from '../../ui/time/words.ts'
import { UsageMeter } from '../limits/UsageMeter.tsx'
import { awayWords } from './words.ts'

/** How a number is doing: how much of its day is used, how far it is warmed up, and what its last outage did. */
export function Health({ connection }: { connection: Connection }) {
  const { timeZone } = useUser()
  const now = useNow()
  const { health, status } = connection
  // One that is lost sends nothing until it is linked again: its card leads there, and to nothing else.
  if (!health || !LINKED.has(status)) return null
  const { linkedAt, usedToday, mostToday, day, warmUpDays, restrictedUntil, outage } = health
  const isWarming = day <= warmUpDays
  return (
    <section aria-label="Health" className="grid gap-2 px-4 md:px-5">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Fact name="Sent today">
          <UsageMeter used={usedToday} max={mostToday} noun="message" offers={false} />
        </Fact>
        <Fact name="Linked since">{dayName(linkedAt, timeZone, now)}</Fact>
        {isWarming && (
          <Fact name="Warm-up">
            Day {day} of {warmUpDays}
          </Fact>
        )}
        {restrictedUntil && (
          <Fact name="Restricted until">
            <Time at={restrictedUntil} zone={timeZone} as="short" />
          </Fact>
        )}
      </dl>
      {isWarming && (
        <p className="text-sm text-muted">
          A newly linked number sends little at first, so that WhatsApp does not take it for spam.
          What is above that goes out the next day.
        </p>
      )}
      {outage && (
        <p className="text-sm text-muted">
          {awayWords(outage, (at) => withinTime(at, timeZone, now), timeZone)}
        </p>
      )}
    </section>
  )
}

const LINKED = new Set<Connection['status']>(['connected', 'reconnecting', 'restricted'])

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-sm font-medium">{children}</dd>
    </div>
  )
}
