import type { Schedule } from '@carillon/contract/schedule'
import { storedPosition } from '../../src/cycles/rotation/stored-position.ts'
import { UNMOVED } from '../../src/cycles/rotation/position.ts'
import { cycleSource } from '../../src/cycles/source.ts'
import type { Source } from '../../src/planning/port.ts'
import type { Ids } from '../../src/platform/ids.ts'
import { CYCLES_FROM } from './cycle-worlds.ts'
import type { Rows } from './rows.ts'
import type { settleTown } from './town.ts'
import type { World } from './world.ts'

/** A slot each minute, as for messages: some while things break, some after all is repaired. */
const SLOTS = 5

export type Town = ReturnType<typeof settleTown>

/** Fills a town with cycles, all of them drafts; answers their ids. */
export function settleCycles(world: World, ids: Ids, rows: Rows, { groups, users }: Town) {
  const { dice } = world
  if (world.seed < CYCLES_FROM) return []
  const at = new Date(world.now())
  const dates = { createdAt: at, updatedAt: at }
  return Array.from({ length: dice.between(1, 4) }, () => {
    const userId = dice.pick(users.filter((id) => groups.some((group) => group.userId === id)))
    const id = ids.next()
    const mine = groups.filter((group) => group.userId === userId)
    const chosen = mine.filter(() => dice.chance(0.8))
    const groupIds = (chosen.length > 0 ? chosen : mine).map((group) => group.id)
    const schedule: Schedule = {
      timeZone: 'UTC',
      rule: { kind: 'every', n: 1, unit: 'minute', anchor: '2026-03-02T09:00' },
      starts: '2026-03-02',
      ends: { after: SLOTS + 1 },
    }
    rows.insert('cycles', {
      id,
      userId,
      name: 'Rehearsals',
      color: null,
      status: 'draft',
      resumesAs: null,
      schedule,
      order: dice.pick(['sequence', 'once', 'shuffle', 'weighted']),
      mode: dice.pick(['same', 'own_place', 'one_group']),
      stepsPerSlot: dice.pick([1, 1, 2]),
      seed: dice.between(0, 1_000),
      ends: dice.pick([null, null, { rounds: 2 }, { sends: 3 }]),
      replacePrevious: false,
      advanceOnSkip: dice.chance(0.2),
      catchUpMinutes: dice.pick([0, 1, 2]),
      onUnconfirmed: dice.pick(['ask', 'ask', 'resend', 'assume_sent']),
      overlap: 'skip',
      pauseAfterFailures: dice.pick([0, 2, 5]),
      position: storedPosition(UNMOVED, groupIds),
      returnedFrom: null,
      lastMove: null,
      pausedUntil: null,
      attention: null,
      nextAt: null,
      runs: 0,
      saidAt: null,
      rev: 1,
      editedRev: 1,
      deletedAt: null,
      ...dates,
    })
    for (const [place, groupId] of groupIds.entries()) {
      const key = `${id} ${groupId}`
      rows.insert('cycleGroups', { id: key, cycleId: id, groupId, place, topics: [] })
    }
    for (let place = dice.between(2, 4) - 1; place >= 0; place--) {
      const [stepId, contentId] = [ids.next(), ids.next()]
      const generated = { varies: true, followUps: false, replaces: false }
      const body = { kind: 'text' as const, text: `Step ${contentId}, {{group}}, {{n}}` }
      rows.insert('contents', { id: contentId, userId, body, ...generated, createdAt: at })
      const days = { fromDay: null, untilDay: null }
      const step = { id: stepId, cycleId: id, place, contentId, ...days }
      const weight = dice.between(1, 3)
      rows.insert('cycleSteps', { ...step, enabled: true, weight, maxSends: null })
    }
    const overlap = dice.pick(['skip', 'wait'] as const)
    rows.change('cycles', rows.cycles.get(id)!, { overlap })
    // What it is told, and what people did to it, for the judge; one that waits is not punctual.
    rows.insert('sources', {
      id,
      userId,
      status: 'active',
      poisoned: null,
      posts: [],
      told: [],
      runs: 0,
      poison: false,
      bad: overlap === 'wait',
      catchUpMs: 0,
      onUnconfirmed: 'ask',
    })
    return { id, userId }
  })
}

/** The product's own source of cycles; what it is told is noted. */
export const openCycles = (rows: Rows): Source => ({
  ...cycleSource,
  async occurrencesChanged(ctx, tx, occurrences) {
    for (const one of occurrences) {
      const row = rows.sources.get(one.sourceId)!
      rows.change('sources', row, { told: [...row.told, one] })
    }
    await cycleSource.occurrencesChanged(ctx, tx, occurrences)
  },
})
