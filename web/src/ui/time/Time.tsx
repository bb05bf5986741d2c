import { exactTime, relativeTime, shortTime } from './words.ts'
import { useNow } from './useNow.ts'

type TimeProps = {
  /** ISO 8601. */
  at: string
  /** IANA name of the zone it is told in. */
  zone: string
  /** `relative`: "in 3 hours"; `short`: "Today, 09:00". The exact time with its zone shows on hover. */
  as?: 'relative' | 'short'
  className?: string
}

/** An instant in words. */
export function Time({ at, zone, as = 'relative', className }: TimeProps) {
  const now = useNow()
  return (
    <time dateTime={at} title={exactTime(at, zone)} className={className}>
      {as === 'relative' ? relativeTime(at, now) : shortTime(at, zone, now)}
    </time>
  )
}
