import { cn } from '../../ui/cn.ts'
import { UpgradeLink } from './UpgradeLink.tsx'
import { usage } from './words.ts'

type UsageMeterProps = {
  used: number
  /** Null without a limit. */
  max: number | null
  /** What is counted, in the singular. */
  noun: string
  /** What is counted or left out, where that is not plain. */
  note?: string
  /** False where the way to more stands beside it. */
  offers?: boolean
  /** It stands at the right edge of a page, where there is room for that. */
  atEdge?: boolean
}

/** How much of what a tier allows is used, in words and as a bar; where all of it is, the way to more. */
export function UsageMeter(props: UsageMeterProps) {
  const { used, max, noun, note, offers = true, atEdge } = props
  const isFull = max !== null && used >= max
  return (
    <div
      className={cn(
        'grid content-start gap-1.5 text-sm text-muted',
        atEdge && 'sm:justify-items-end sm:text-right',
      )}
    >
      <span className={cn('flex justify-between gap-3', max !== null && 'w-40')}>
        <span data-tabular>{usage(used, max, noun)}</span>
        {isFull && offers && <UpgradeLink />}
      </span>
      {max !== null && max > 0 && (
        <span aria-hidden className="h-1 w-40 overflow-hidden rounded-full bg-hover">
          <span
            className={cn('block h-full rounded-full', isFull ? 'bg-warn' : 'bg-muted')}
            style={{ width: `${Math.min(100, (used / max) * 100)}%` }}
          />
        </span>
      )}
      {note && <span>{note}</span>}
    </div>
  )
}
