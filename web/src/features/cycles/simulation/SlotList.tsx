import type { Cycle } from '@carillon/contract/cycles'
import { useUser } from '../../../api/session/useSession.ts'
import { Time } from '../../../ui/time/Time.tsx'
import { clockTime, zoneCity } from '../../../ui/time/words.ts'
import { count } from '../../groups/words.ts'
import { markWords } from '../../schedule/words.ts'
import { SlotMenu } from '../runs/SlotMenu.tsx'
import { textOf } from '../words.ts'
import type { SlotAhead } from './days.ts'

type SlotListProps = {
  slots: SlotAhead[]
  timeZone: string
  /** The texts of the steps, in their order. */
  texts: readonly string[]
  /** The text that only this slot sends, instead of its steps. */
  ownText?: (slotAt: string) => string | undefined
  /** The cycle whose single runs can be changed here. */
  actionsOf?: Cycle | undefined
}

/** How many steps of one time are named: with a place for each group there may be many. */
const STEPS_NAMED = 3

/** The next times, each with its steps and what happens to it. */
export function SlotList({ slots, timeZone, texts, ownText, actionsOf }: SlotListProps) {
  const { timeZone: own } = useUser()
  return (
    <ol aria-label="Next sends" className="grid">
      {slots.map((slot) => {
        const { slotAt, at, local, mark, steps, groups, held, skipped } = slot
        const notes = [
          mark ? markWords(mark, local, clockTime(at, timeZone)) : '',
          held > 0 ? `${count(held, 'group')} later, by the rules of the group.` : '',
          skipped > 0 ? `Not to ${count(skipped, 'group')}, by the rules of the group.` : '',
        ].filter(Boolean)
        return (
          <li
            key={slotAt}
            className="flex items-start justify-between gap-2 border-b border-line py-2 text-sm last:border-0"
          >
            <div className="grid min-w-0 flex-1 gap-0.5">
              <span className="flex flex-wrap gap-x-3">
                <Time at={at} zone={timeZone} as="short" className="font-medium tabular-nums" />
                <span className="text-muted">
                  {count(groups, 'group')}
                  {own !== timeZone && ` · ${clockTime(at, own)} for you in ${zoneCity(own)}`}
                </span>
              </span>
              {steps.slice(0, STEPS_NAMED).map((step) => (
                <span key={step} className="flex gap-1.5 text-muted tabular-nums">
                  {step !== null && <span>{step + 1}.</span>}
                  <span dir="auto" className="min-w-0 flex-1 truncate">
                    {step === null
                      ? textOf(ownText?.(slotAt) ?? 'Other text')
                      : textOf(texts[step] ?? '')}
                  </span>
                </span>
              ))}
              {steps.length > STEPS_NAMED && (
                <span className="text-muted">
                  and {count(steps.length - STEPS_NAMED, 'other step')}
                </span>
              )}
              {notes.length > 0 && <span className="text-warn">{notes.join(' ')}</span>}
            </div>
            {actionsOf && <SlotMenu cycle={actionsOf} slot={slot} />}
          </li>
        )
      })}
    </ol>
  )
}
