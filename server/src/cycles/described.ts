import { brief, BRIEF_SOURCE_MAX } from '../content/words.ts'
import { fromEpoch } from '../platform/clock.ts'
import type { Reading } from '../platform/context.ts'
import type { Described } from '../planning/port.ts'
import { slots } from '../schedule/rules.ts'
import { quietForecast } from '../sending/rules.ts'
import { readSlotTexts, type SlotText } from '../series/actions.ts'
import { contentAt } from '../series/rules.ts'
import { saidTexts } from './history-store.ts'
import { factsAt, type Whole } from './rotation.ts'
import { stepsAt } from './rules.ts'
import { readStepTexts } from './steps-store.ts'
import { readQuiet } from './targets-store.ts'
import { readWholes } from './wholes.ts'

/** What cycles are and say, by id, for the calendar and the bell. */
export async function describe(reading: Reading, ids: readonly string[]) {
  const wholes = await readWholes(reading, ids)
  const [texts, own, said, quiet] = [
    await readStepTexts(reading, ids, BRIEF_SOURCE_MAX),
    await readSlotTexts(reading, 'cycle', ids, BRIEF_SOURCE_MAX),
    await saidTexts(reading, ids, BRIEF_SOURCE_MAX),
    await readQuiet(reading, ids),
  ]
  return new Map(
    [...wholes].map(([id, whole]): [string, Described] => [
      id,
      {
        kind: 'cycle',
        title: whole.row.name,
        groups: whole.targets.filter(({ status }) => status !== 'removed').length,
        ...firstOf(whole),
        textAt: briefly(
          textsOf(whole, { texts, own: own.get(id), said: said.get(id) ?? new Map() }),
        ),
        quietAt: quietForecast(quiet.get(id) ?? []),
      },
    ]),
  )
}

function firstOf({ targets }: Whole): Pick<Described, 'groupId'> {
  const [first] = targets.filter(({ status }) => status !== 'removed')
  return first ? { groupId: first.groupId } : {}
}

const briefly =
  (textAt: Described['textAt']): Described['textAt'] =>
  (slotAt) => {
    const { text, changed } = textAt(slotAt)
    return { text: brief(text), changed }
  }

/** Slots that are walked to tell what one of them says: one every hour for six weeks. */
const WALKED_MAX = 1_000

type Texts = {
  texts: ReadonlyMap<string, string>
  own: readonly SlotText[] | undefined
  /** How what was sent began, by its slot; null is a send-now. */
  said: ReadonlyMap<number | null, string>
}

/** How what a slot says begins: as it was sent, or as its turn will come. Slots are walked once, as far as asked. */
function textsOf(whole: Whole, { texts, own, said }: Texts): Described['textAt'] {
  const coming = new Map<number, string>()
  const walk = walked(whole, texts, own)
  return (slotAt) => {
    const sent = said.get(slotAt && slotAt.getTime())
    if (sent !== undefined) return { text: sent, changed: false }
    const reworded = contentAt(own, slotAt)?.text
    if (reworded !== undefined) return { text: reworded, changed: true }
    if (!slotAt) return { text: '', changed: false }
    const at = slotAt.getTime()
    while (!coming.has(at)) {
      const next = walk.next()
      if (next.done) break
      coming.set(next.value.at, next.value.text)
      if (next.value.at > at) break
    }
    return { text: coming.get(at) ?? '', changed: false }
  }
}

function* walked(
  { row, rotation, position: from, targets }: Whole,
  texts: Texts['texts'],
  own: Texts['own'],
): Generator<{ at: number; text: string }, void, undefined> {
  const { schedule, nextAt } = row
  if (!schedule || !nextAt) return
  const facts = factsAt(schedule, targets)
  let position = from
  let count = 0
  for (const slot of slots(schedule, nextAt)) {
    if (count++ === WALKED_MAX) return
    const at = (slot.movedFrom?.at ?? slot.at).getTime()
    // A slot with words of its own takes no step.
    if (contentAt(own, fromEpoch(at))) continue
    const decision = stepsAt(rotation, position, facts(slot.at))
    if (decision.kind === 'nothing') {
      if (decision.reason === 'ended') return
      continue
    }
    yield { at, text: texts.get(decision.parts[0]?.stepId ?? '') ?? '' }
    if (decision.isLast) return
    position = decision.after
  }
}
