import { useUser } from '../../api/session/useSession.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { paths } from '../../app/paths.ts'
import { cn } from '../../ui/cn.ts'
import { wallTime } from '../../ui/time/words.ts'
import type { CalendarActions } from './actions.ts'
import { useDropTarget } from './Dragging.tsx'
import { fitted, hourOf } from './fold.ts'
import { FoldChip } from './FoldChip.tsx'
import type { CalendarDay } from './move.ts'
import { SendChip } from './SendChip.tsx'
import { sendKey } from './sends.ts'
import { hiddenWords } from './words.ts'

/** The number of rows in an hour; the dialog of the day has all. */
const SHOWN = 3

/** A series with more sends in an hour is one row. */
const FEW = 2

type HourSlotProps = CalendarActions & {
  /** `2026-12-01T09`. */
  slot: string
  day: CalendarDay | undefined
  /** The present local time. */
  now: string
  /** The only slot that the Tab key reaches. */
  stop: string | undefined
}

/** An hour of a day. A press on its background, or Enter, starts a new message for it. */
export function HourSlot({ slot, day, now, stop, onOpen, onAct, onArrow }: HourSlotProps) {
  const present = now.slice(0, 13)
  const { ref, over } = useDropTarget(slot, slot < present)
  const { timeZone } = useUser()
  const [date = '', hour = ''] = slot.split('T')
  const part = hourOf(day ?? NONE, hour)
  const count = day?.hours?.[Number(hour)] ?? part.sends.length
  const { shown, ...hidden } = fitted(part, { rows: SHOWN, few: FEW, count }, timeZone)
  const at = `${slot}:00`
  return (
    <div
      ref={ref}
      className={cn('relative border-t border-line/60 p-px', over && 'bg-accent-soft')}
    >
      {slot > present && (
        <Link
          to={`${paths.newMessage}?at=${at}`}
          data-slot={slot}
          tabIndex={slot === stop ? 0 : -1}
          aria-label={`New message at ${wallTime(at)}`}
          className="absolute inset-0 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
        />
      )}
      {slot === present && (
        <span
          style={{ top: `${(Number(now.slice(14, 16)) / 60) * 100}%` }}
          className="pointer-events-none absolute right-px left-0 h-0.5 bg-ink before:absolute before:z-10 before:-top-1 before:-left-1 before:size-2.5 before:rounded-full before:bg-ink before:content-['']"
        />
      )}
      {shown.length > 0 && (
        <ul className="relative grid">
          {shown.map(({ send, fold }) => (
            // The line of the present time is behind them: it would strike their words through.
            <li
              key={fold ? send.sourceId : sendKey(send)}
              className={cn(slot === present && 'rounded-sm bg-surface')}
            >
              {fold ? (
                <FoldChip {...{ send, fold, onOpen }} within={slot} atLeast={day?.atLeast} />
              ) : (
                <SendChip send={send} onAct={onAct} onArrow={onArrow} />
              )}
            </li>
          ))}
        </ul>
      )}
      {hidden.rest > 0 && (
        <button
          type="button"
          data-tabular
          onClick={() => onOpen(date)}
          // Above the line of the present time, which would cross it.
          className="relative z-10 rounded-md bg-surface px-1.5 text-left text-xs text-muted hover:bg-hover hover:text-ink"
        >
          {hiddenWords(hidden, undefined)}
        </button>
      )}
    </div>
  )
}

const NONE = { sends: [] }
