import { cn } from '../../ui/cn.ts'
import { StatusDot } from '../../ui/Status.tsx'
import { hour12 } from '../../ui/time/locale.ts'
import { withCommas } from '../../ui/words.ts'
import type { CalendarActions } from './actions.ts'
import type { Row } from './fold.ts'
import { GroupsOfSend } from './SendHead.tsx'
import { SendName } from './SendName.tsx'
import { spanWords, stateWords, timesWords } from './words.ts'

type FoldLineProps = Required<Row> & {
  date: string
  atLeast: true | undefined
  onOpen: CalendarActions['onOpen']
}

/** All sends of a series on a day, on one line. A press opens the day where they begin. */
export function FoldLine({ send, fold, date, atLeast, onOpen }: FoldLineProps) {
  const { tone = 'info' } = fold.states[0] ?? {}
  const states = fold.states.map((state) => `${withCommas(state.count)} ${stateWords(state)}`)
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-2.5 last:border-0">
      <span
        data-tabular
        className={cn(
          'pt-px text-sm font-medium whitespace-nowrap',
          hour12 ? 'min-w-[4.25rem]' : 'min-w-10',
        )}
      >
        {timesWords(fold.count, atLeast)}
      </span>
      <span className="grid flex-1 gap-0.5 text-sm">
        <button
          type="button"
          aria-haspopup="dialog"
          dir="auto"
          onClick={() => onOpen(date, { sourceId: send.sourceId, within: date })}
          className="truncate rounded-sm text-left text-base hover:underline"
        >
          <SendName send={send} />
        </button>
        <span className="flex items-center gap-1.5 text-muted">
          <StatusDot tone={tone} pulsing={tone === 'busy'} />
          <span>{[spanWords(fold), states.join(', ')].filter(Boolean).join(' · ')}</span>
        </span>
        <GroupsOfSend send={send} />
      </span>
    </li>
  )
}
