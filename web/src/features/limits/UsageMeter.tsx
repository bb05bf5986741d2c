import { cn } from '../../ui/cn.ts'
import { usage } from './words.ts'

type UsageMeterProps = {
  used: number
  /** Null without a limit. */
  max: number | null
  /** What is counted, in the singular. */
  noun: string
}

/** How much of what a tier allows is used, in words and as a bar. */
export function UsageMeter({ used, max, noun }: UsageMeterProps) {
  const isFull = max !== null && used >= max
  return (
    <div className="grid w-36 gap-1.5 text-sm text-muted">
      <span data-figures>{usage(used, max, noun)}</span>
      {max !== null && max > 0 && (
        <span aria-hidden className="h-1 overflow-hidden rounded-full bg-hover">
          <span
            className={cn('block h-full rounded-full', isFull ? 'bg-warn' : 'bg-accent')}
            style={{ width: `${Math.min(100, (used / max) * 100)}%` }}
          />
        </span>
      )}
    </div>
  )
}
