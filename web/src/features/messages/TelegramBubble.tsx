import type { RichText } from '@carillon/contract/content/entities'
import { Card } from '../../ui/Card.tsx'
import { Rich } from './Rich.tsx'
import { stretches } from './rendering.ts'

type TelegramBubbleProps = {
  rich: RichText
  /** The time beside it, as Telegram shows it. */
  time: string
}

/** A message as Telegram shows it to members. */
export function TelegramBubble({ rich, time }: TelegramBubbleProps) {
  const empty = rich.text.trim() === ''
  return (
    <Card aria-label="What members see in Telegram" className="overflow-hidden">
      <h2 className="border-b border-line px-4 py-2.5 text-sm font-medium text-muted">
        In Telegram
      </h2>
      <div className="max-h-[60dvh] overflow-y-auto bg-chat p-4">
        <div className="w-fit max-w-full min-w-24 rounded-xl rounded-bl-sm bg-bubble px-3.5 py-2 shadow-sm">
          {empty ? (
            <p className="text-muted">Your message appears here.</p>
          ) : (
            <div className="leading-[1.375rem] whitespace-pre-wrap">
              <Rich parts={stretches(rich)} />
            </div>
          )}
          <p data-figures className="mt-0.5 min-h-4 text-right text-xs text-muted">
            {time}
          </p>
        </div>
      </div>
    </Card>
  )
}
