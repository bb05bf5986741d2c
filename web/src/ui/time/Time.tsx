import { cn } from '../cn.ts'
import { Tooltip } from '../Tooltip.tsx'
import { agoTime, aheadTime, clockTime, exactTime, shortTime } from './words.ts'
import { useNow } from './useNow.ts'

type TimeProps = {
  /** ISO 8601. */
  at: string
  /** IANA name of the zone it is told in. */
  zone: string
  /** `ahead`: "in 3 hours", of what is still to come; `ago`: "3 hours ago", of what has happened; `short`: "Today, 09:00"; `clock`: "09:00". Exact with its zone on hover. */
  as: 'ahead' | 'ago' | 'short' | 'clock'
  className?: string
}

/** An instant in words, on one line. */
export function Time({ at, zone, as, className }: TimeProps) {
  const now = useNow()
  return (
    <Tooltip text={exactTime(at, zone)}>
      <time dateTime={at} className={cn('whitespace-nowrap', className)}>
        {as === 'ahead' && aheadTime(at, now)}
        {as === 'ago' && agoTime(at, now)}
        {as === 'short' && shortTime(at, zone, now)}
        {as === 'clock' && clockTime(at, zone)}
      </time>
    </Tooltip>
  )
}
