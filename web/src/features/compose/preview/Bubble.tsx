import type { RichText } from '@carillon/contract/content/entities'
import type { ReactNode } from 'react'
import { cn } from '../../../ui/cn.ts'
import { Rich } from './Rich.tsx'
import { isOnlyEmoji, stretches } from './rendering.ts'

type BubbleProps = {
  rich: RichText
  /** What stands above the text, such as its files, and what below. */
  above?: ReactNode
  below?: ReactNode
  /** Who says it; networks that do not show this have none. */
  sender?: string | undefined
  /** The time beside it, as networks show it. */
  time: string
}

/** A message as members see it in the chat. */
export function Bubble({ rich, above, below, sender, time }: BubbleProps) {
  const empty = rich.text.trim() === ''
  return (
    <div className="w-fit max-w-full min-w-24 rounded-xl rounded-bl-sm bg-bubble px-3.5 py-2 shadow-sm">
      {sender && <p className="truncate text-sm font-semibold text-accent-text">{sender}</p>}
      {above && <div className="my-1">{above}</div>}
      {empty ? (
        !above && !below && <p className="text-muted">Your message appears here.</p>
      ) : (
        <div
          dir="auto"
          className={cn(
            'whitespace-pre-wrap [unicode-bidi:plaintext]',
            isOnlyEmoji(rich.text) ? 'text-4xl' : 'leading-[1.375rem]',
          )}
        >
          <Rich parts={stretches(rich)} />
        </div>
      )}
      {below && <div className="my-1">{below}</div>}
      <p data-figures className="mt-0.5 min-h-4 text-right text-xs text-muted">
        {time}
      </p>
    </div>
  )
}
