import type { RichText } from '@carillon/contract/content/entities'
import type { ReactNode } from 'react'
import { cn } from '../../../ui/cn.ts'
import { Line } from './Rich.tsx'
import { isOnlyEmoji, rowsOf } from './rendering.ts'

type BubbleProps = {
  rich: RichText
  /** What stands above the text, such as its files, and what below. */
  above?: ReactNode
  below?: ReactNode
  /** What stands above or below are pictures: they reach to its edges. */
  pictured?: boolean
  /** Who says it; networks that do not show this have none. */
  sender?: string | undefined
  /** The time beside it, as networks show it. */
  time: string
  /** It stands where the own messages of an account do. */
  isOwn?: boolean
}

/** A message as members see it in the chat. */
export function Bubble(props: BubbleProps) {
  const { rich, above, below, pictured, sender, time, isOwn } = props
  const empty = rich.text.trim() === ''
  const around = (first: boolean) =>
    pictured ? { margin: `${first ? '-0.5rem' : '0.25rem'} -0.875rem 0.25rem` } : undefined
  // Pictures alone set the width: a longer text would leave an empty strip beside them.
  const fits = pictured && 'w-0 min-w-full'
  return (
    <div
      className={cn(
        'w-fit max-w-full min-w-24 overflow-hidden rounded-xl bg-bubble px-3.5 py-2 shadow-sm',
        !isOwn && 'rounded-bl-sm',
      )}
      style={isOwn ? { borderTopRightRadius: 2 } : undefined}
    >
      {sender && (
        <p className={cn('truncate text-sm font-semibold text-chat-ink', fits)}>{sender}</p>
      )}
      {above && (
        <div className="my-1" style={around(!sender)}>
          {above}
        </div>
      )}
      {empty ? (
        !above && !below && <p className="text-muted">Your message appears here.</p>
      ) : (
        <div
          dir="auto"
          className={cn(
            'whitespace-pre-wrap [overflow-wrap:anywhere]',
            fits,
            isOnlyEmoji(rich.text) ? 'text-4xl' : 'leading-[1.375rem]',
          )}
        >
          {rowsOf(rich).map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- Lines have no other name.
            <Line key={index} row={row} />
          ))}
        </div>
      )}
      {below && (
        <div className="my-1" style={around(false)}>
          {below}
        </div>
      )}
      <p data-tabular className="mt-0.5 min-h-4 text-right text-xs text-muted">
        {time}
      </p>
    </div>
  )
}
