import { cn } from '../cn.ts'
import { Tooltip } from '../Tooltip.tsx'
import { agoTime, aheadTime, clockTime, exactTime, shortTime, withinTime } from './words.ts'
import { useNow } from './useNow.ts'

type TimeProps = {
  /** ISO 8601. */
  at: string
  /** IANA name of the zone it is shown in. */
  zone: string
  /** `ahead`: "in 3 hours", for the future; `ago`: "3 hours ago", for the past; `short`: "Today, 09:00"; `within` a sentence: "today, 09:00"; `clock`: "09:00". On hover: the exact time with its zone. */
  as: 'ahead' | 'ago' | 'short' | 'within' | 'clock'
  /** It may break, as words of a sentence do. */
  breaks?: boolean
  className?: string
}

/** An instant in words, on one line. */
export function Time({ at, zone, as, breaks, className }: TimeProps) {
  const now = useNow()
  return (
    <Tooltip text={exactTime(at, zone)}>
      <time dateTime={at} className={cn(!breaks && 'whitespace-nowrap', className)}>
        {as === 'ahead' && aheadTime(at, now)}
        {as === 'ago' && agoTime(at, now)}
        {as === 'short' && shortTime(at, zone, now)}
        {as === 'within' && withinTime(at, zone, now)}
        {as === 'clock' && clockTime(at, zone)}
      </time>
    </Tooltip>
  )
}
