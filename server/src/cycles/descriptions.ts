import { brief, BRIEF_SOURCE_MAX } from '../content/words.ts'
import type { Reading } from '../platform/context.ts'
import { startLongWork } from '../platform/long-work.ts'
import type { Described, DescribedSend, DescribedText, LeftOut } from '../planning/port.ts'
import { quietForecast } from '../sending/rules.ts'
import { readRunTexts, readSlotTexts, type SlotText } from '../series/actions.ts'
import { contentAt } from '../series/rules.ts'
import { GROUP_SLOTS_MAX, stepsToCome } from './upcoming-steps.ts'
import { readStepTexts } from './steps-store.ts'
import * as store from './store.ts'
import { readFirstGroups, readQuiet, readUnreachable } from './targets-store.ts'
import { completeRows, inPages } from './load-cycles.ts'

/** Describes cycles for the calendar and the bell, by id. `wanted` are the sends whose text is needed. */
export async function describe(
  reading: Reading,
  ids: readonly string[],
  wanted: readonly DescribedSend[] = [],
  leftOut: LeftOut = new Map(),
): Promise<ReadonlyMap<string, Described>> {
  const rows = await store.readThese(reading, ids)
  const groups = await readFirstGroups(reading, ids)
  const quiet = await readQuiet(reading, ids)
  const unreachable = await readUnreachable(reading, ids)
  const textOf =
    wanted.length > 0 ? await textsOf(reading, rows, { groups, wanted, leftOut }) : () => NO_TEXT
  return new Map(
    rows.map(({ id, name, color }): [string, Described] => {
      const { groupIds: [groupId] = [], groupCount = 0 } = groups.get(id) ?? {}
      return [
        id,
        {
          kind: 'cycle',
          title: name,
          ...(color ? { color } : {}),
          groups: groupCount,
          ...(groupId ? { groupId } : {}),
          textOf: (send) => textOf(id, send),
          quietAt: quietForecast(quiet.get(id) ?? []),
          isUnreachable: unreachable.has(id),
        },
      ]
    }),
  )
}

const NO_TEXT = { text: '', changed: false }

type TextInput = {
  groups: Awaited<ReturnType<typeof readFirstGroups>>
  wanted: readonly DescribedSend[]
  leftOut: LeftOut
}

/** The beginning of the text of these sends: what was sent, or what will be sent. */
async function textsOf(
  reading: Reading,
  rows: readonly store.CycleRow[],
  { groups, wanted, leftOut }: TextInput,
) {
  const ids = rows.map(({ id }) => id)
  const made = wanted.flatMap(({ occurrenceId }) => occurrenceId ?? [])
  const runTexts = await readRunTexts(reading, made)
  const own = await readSlotTexts(reading, 'cycle', ids, BRIEF_SOURCE_MAX)
  const toCome = Map.groupBy(
    wanted.filter(({ sourceId, slotAt, occurrenceId }) => {
      return slotAt && !occurrenceId && !contentAt(own.get(sourceId), slotAt)
    }),
    ({ sourceId }) => sourceId,
  )
  const planned = rows.filter(({ id }) => toCome.has(id))
  const texts = await readStepTexts(reading, [...toCome.keys()], BRIEF_SOURCE_MAX)
  const coming = new Map<string, Map<number, string>>()
  const [letOthersRun, budget] = [startLongWork(), { left: GROUP_SLOTS_MAX }]
  for (const page of inPages(planned, ({ id }) => groups.get(id)?.groupCount ?? 0)) {
    for (const loaded of await completeRows(reading, page)) {
      const { id } = loaded.row
      const walk = {
        wanted: timesOf(toCome.get(id)),
        own: own.get(id),
        leftOut: new Set(timesOf(leftOut.get(id))),
        budget,
        letOthersRun,
      }
      coming.set(id, await stepsToCome(loaded, walk))
    }
  }
  return (id: string, { occurrenceId, slotAt }: Omit<DescribedSend, 'sourceId'>): DescribedText => {
    const sent = occurrenceId === null ? undefined : runTexts.get(occurrenceId)
    if (sent !== undefined) return { text: sent, changed: false }
    const reworded: SlotText | undefined = contentAt(own.get(id), slotAt)
    if (reworded) return { text: brief(reworded.text), changed: true, texts: reworded.count }
    const stepId = slotAt ? coming.get(id)?.get(slotAt.getTime()) : undefined
    const { text, count } = texts.get(stepId ?? '') ?? { text: '', count: 1 }
    return { text: brief(text), changed: false, texts: count }
  }
}

const timesOf = (sends: readonly Pick<DescribedSend, 'slotAt'>[] = []) =>
  sends.flatMap(({ slotAt }) => slotAt?.getTime() ?? [])
