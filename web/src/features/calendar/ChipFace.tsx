import type { Send } from '@carillon/contract/calendar'
import { Clock } from 'lucide-react'
import { useUser } from '../../api/session/useSession.ts'
import { cn } from '../../ui/cn.ts'
import { StatusDot } from '../../ui/Status.tsx'
import { wallClock } from '../../ui/time/words.ts'
import { useGroupColors } from '../groups/color.ts'
import { KeptMarks } from './KeptMarks.tsx'
import { SendName } from './SendName.tsx'
import { sendWords } from './sends.ts'
import { laterWords } from './words.ts'

/** A send on its day: in the color of its first group, with a dot if it is no longer only planned. */
export function ChipFace({ send }: { send: Send }) {
  const colorOf = useGroupColors()
  const { timeZone } = useUser()
  const { tone } = sendWords(send)
  const later = laterWords(send, timeZone)
  const over = send.status !== 'planned' && send.status !== 'sending'
  const out =
    send.status === 'skipped' ||
    send.changed === 'skipped' ||
    (send.status === 'done' && send.deleted === 'all')
  return (
    <span
      style={send.groupId ? { borderLeftColor: colorOf(send.groupId) } : undefined}
      className={cn(
        'flex min-h-5.5 flex-wrap items-center gap-x-1.5 rounded-sm border-l-3 border-line-strong px-1.5 text-xs leading-4',
        !later && 'lg:flex-nowrap',
        over && 'text-muted',
        out && 'line-through',
      )}
    >
      {tone !== 'info' && (
        <StatusDot tone={tone} pulsing={send.status === 'sending' && !send.waitsUntil} />
      )}
      <span data-tabular className="shrink-0 font-medium whitespace-nowrap">
        {wallClock(send.local)}
        {/* Beside the time: alone they would take a line of a narrow column. */}
        <KeptMarks send={send} />
        {send.mark && (
          <Clock size={12} aria-hidden className="ml-1 inline-block align-middle text-warn" />
        )}
      </span>
      {later && (
        <span data-tabular className="font-medium">
          → {later}
        </span>
      )}
      <span
        dir="auto"
        className={cn('basis-full truncate text-left', !later && 'lg:flex-1 lg:basis-auto')}
      >
        <SendName send={send} />
      </span>
    </span>
  )
}
