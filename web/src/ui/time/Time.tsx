import { clockTime, exactTime, relativeTime, shortTime } from './words.ts'
import { useNow } from './useNow.ts'

type TimeProps = {
  /** ISO 8601. */
  at: string
  /** IANA name of the zone it is told in. */
  zone: string
  /** `relative`: "in 3 hours"; `ago`: the same for what has happened, whatever the clock says; `short`: "Today, 09:00"; `clock`: "09:00". Exact with its zone on hover. */
  as?: 'relative' | 'ago' | 'short' | 'clock'
  className?: string
}

/** An instant in words. */
export function Time({ at, zone, as = 'relative', className }: TimeProps) {
  const now = useNow()
  return (
    <time dateTime={at} title={exactTime(at, zone)} className={className}>
      {as === 'relative' && relativeTime(at, now)}
      {as === 'ago' && relativeTime(at, Math.max(now, Date.parse(at)))}
      {as === 'short' && shortTime(at, zone, now)}
      {as === 'clock' && clockTime(at, zone)}
    </time>
  )
}
