import type { Cycle, SimulatedSlot } from '@carillon/contract/cycles'
import { zoneCity } from '@carillon/contract/zones'
import { useUser } from '../../../api/session/useSession.ts'
import { Time } from '../../../ui/time/Time.tsx'
import { useNow } from '../../../ui/time/useNow.ts'
import { clockTime, shortTime } from '../../../ui/time/words.ts'
import { count } from '../../../ui/words.ts'
import { GroupName } from '../../groups/GroupName.tsx'
import { useGroups } from '../../groups/queries.ts'
import { markWords } from '../../schedule/words.ts'
import { SlotMenu } from '../runs/SlotMenu.tsx'
import { StepLine } from '../StepLine.tsx'
import type { StepWords } from '../words.ts'
import { groupWords, skippedWords } from './words.ts'

type SlotListProps = {
  slots: readonly SimulatedSlot[]
  timeZone: string
  /** The texts of the steps, in their order. */
  texts: readonly StepWords[]
  /** The text that only this slot sends, instead of its steps. */
  ownText?: ((slotAt: string) => StepWords | undefined) | undefined
  /** Whether times are in the zone of the profile, as everywhere except where a timetable is edited. */
  inOwnZone?: boolean
  /** The cycle whose single runs can be changed here. */
  actionsOf?: Cycle | undefined
}

/** How many steps of one time are named: with a place for each group there may be many. */
const STEPS_NAMED = 3

/** The next times, each with its steps and what happens to it. */
export function SlotList(props: SlotListProps) {
  const { slots, timeZone, texts, ownText, inOwnZone = false, actionsOf } = props
  const { timeZone: profileZone } = useUser()
  const now = useNow()
  const zone = inOwnZone ? profileZone : timeZone
  const known = new Map(useGroups().data?.items.map((group) => [group.id, group]))
  return (
    <ol aria-label="Next sends" className="grid">
      {slots.map((slot) => {
        const { slotAt, at, local, mark, steps, stepCount, groups, groupId, held } = slot
        const group = known.get(groupId ?? '')
        const later = slot.heldUntil ? ` (${shortTime(slot.heldUntil, zone, now)})` : ''
        const notes = [
          mark ? markWords(mark, local, clockTime(at, timeZone)) : '',
          skippedWords(slot, group !== undefined),
        ].filter(Boolean)
        const details = [
          !group && groupWords(slot),
          held > 0 &&
            (held < groups ? `${held} later${later}` : `later${later}, by the rules of the group`),
          profileZone !== timeZone &&
            (inOwnZone
              ? `${clockTime(at, timeZone)} in ${zoneCity(timeZone)}`
              : `${clockTime(at, profileZone)} for you in ${zoneCity(profileZone)}`),
        ].filter(Boolean)
        return (
          <li
            key={slotAt}
            className="flex items-start justify-between gap-2 border-b border-line py-2 text-sm last:border-0"
          >
            <div className="grid min-w-0 flex-1 gap-0.5">
              <span className="flex flex-wrap gap-x-3">
                <Time at={at} zone={zone} as="short" className="font-medium tabular-nums" />
                {group && <GroupName group={group} className="text-muted" />}
                {details.length > 0 && <span className="text-muted">{details.join(' · ')}</span>}
              </span>
              {steps.slice(0, STEPS_NAMED).map((step) => (
                <span key={step} className="flex gap-1.5 text-muted tabular-nums">
                  {step !== null && <span>{step + 1}.</span>}
                  <StepLine
                    {...(step === null
                      ? (ownText?.(slotAt) ?? { text: 'Other text' })
                      : (texts[step] ?? { text: '' }))}
                  />
                </span>
              ))}
              {stepCount > STEPS_NAMED && (
                <span className="text-muted">
                  and {count(stepCount - STEPS_NAMED, 'other step')}
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
