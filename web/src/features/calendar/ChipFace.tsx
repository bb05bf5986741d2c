import type { Send } from '@carillon/contract/calendar'
import { Clock, Moon } from 'lucide-react'
import { cn } from '../../ui/cn.ts'
import { StatusDot } from '../../ui/Status.tsx'
import { wallClock } from '../../ui/time/words.ts'
import { useGroupColors } from '../groups/color.ts'
import { SendName } from './SendName.tsx'
import { sendWords } from './sends.ts'

/** A send on its day: in the color of its first group, with a dot if it is no longer only planned. */
export function ChipFace({ send }: { send: Send }) {
  const colorOf = useGroupColors()
  const over = send.status !== 'planned' && send.status !== 'sending'
  const out =
    send.status === 'skipped' ||
    send.changed === 'skipped' ||
    (send.status === 'done' && send.deleted === 'all')
  return (
    <span
      style={send.groupId ? { borderLeftColor: colorOf(send.groupId) } : undefined}
      className={cn(
        'flex min-h-5.5 flex-wrap items-center gap-x-1.5 rounded-sm border-l-3 border-line-strong px-1.5 text-xs leading-4 lg:flex-nowrap',
        over && 'text-muted',
        out && 'line-through',
      )}
    >
      {send.status !== 'planned' && (
        <StatusDot
          tone={sendWords(send).tone}
          pulsing={send.status === 'sending' && !send.waitsUntil}
        />
      )}
      <span data-tabular className="shrink-0 font-medium whitespace-nowrap">
        {wallClock(send.local)}
      </span>
      <span dir="auto" className="basis-full truncate text-left lg:flex-1 lg:basis-auto">
        <SendName send={send} />
      </span>
      {send.quiet && <Moon size={12} aria-hidden className="text-muted" />}
      {send.mark && <Clock size={12} aria-hidden className="text-warn" />}
    </span>
  )
}
