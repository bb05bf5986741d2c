import type { Cycle } from '@carillon/contract/cycles'
import type { Schedule } from '@carillon/contract/schedule'
import {
  createCycle,
  pauseCycle,
  readCycle,
  resumeCycle,
  updateCycle,
} from '../src/cycles/actions.ts'
import type { Input } from '../src/cycles/checks.ts'
import { jump, restartRound, skipNext } from '../src/cycles/position-actions.ts'
import type { Rotation } from '../src/cycles/rotation/rounds.ts'
import { endPending } from '../src/deliveries/store.ts'
import { finishOccurrences } from '../src/occurrences/actions.ts'
import { planDue } from '../src/planning/batch.ts'
import { draw, firstSlots } from '../src/schedule/rules.ts'
import { crashing } from './crashing-planner.ts'
import { openOracle, type Said } from './cycle-oracle.ts'
import { simulateAhead, type SimulatedRuns } from './cycle-simulated.ts'
import { cycleInput, step } from './cycle-input.ts'
import type { Posting } from './posting.ts'
import type { TestApp } from './test-app.ts'

/** A difference from the oracle or the simulation. */
export type Wrong = { seed: number; day: number; expected: unknown; found: unknown; by: string }

/** How often something happens between two slots: mostly several follow each other as they were simulated. */
const HAPPENS = 0.3

const daily: Schedule = {
  // In spring this time does not exist, and in autumn it comes twice.
  timeZone: 'Europe/Berlin',
  rule: { kind: 'daily', everyDays: 1, at: ['02:30'] },
}

/**
 * Lets a cycle live for some days, with one slot a day and everything that may happen between two of them:
 * edits, pauses, lost groups, crashes of the planner, failures, and sends that are taken back. Each slot that was
 * executed is compared with an oracle, and with what was simulated after the last of these.
 */
export async function liveCycle(
  app: TestApp,
  { user, groupIds }: Posting,
  { seed, count }: { seed: number; count: number },
): Promise<Wrong | undefined> {
  let drawn = 0
  const chance = () => draw(`${seed} ${drawn++}`)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)]!
  let named = 0
  const fresh = () =>
    step(`Step ${named++}`, {
      weight: Math.floor(chance() * 4),
      ...(chance() < 0.1 ? { maxSends: 1 + Math.floor(chance() * 5) } : {}),
    })
  const input = cycleInput(pick([groupIds, groupIds.slice(1)]), {
    mode: pick(['same', 'own_place', 'one_group'] as const),
    order: pick(['sequence', 'shuffle', 'weighted'] as const),
    stepsPerSlot: pick([1, 1, 2, 3]),
    steps: [
      { ...fresh(), weight: 1 },
      ...Array.from({ length: 1 + Math.floor(chance() * 5) }, fresh),
    ],
    schedule: daily,
    seed,
    pauseAfterFailures: 0,
  })
  let cycle: Cycle = await createCycle(user, input)
  const oracle = openOracle(rotationOf(cycle))
  const lost = new Set<string>()
  const reachable = () => cycle.groupIds.filter((id) => !lost.has(id))

  let told: SimulatedRuns | undefined
  for (const [day, { at }] of firstSlots(daily, app.clock.now(), count).entries()) {
    if (chance() < HAPPENS) {
      await happen()
      told = undefined
    }
    if (!told || at >= told.until) {
      told = await simulateAhead(user, await readCycle(user, user, cycle.id), pick([2, 7, 30, 90]))
    }
    const expected = told.at(at)
    const before = oracle.remember()
    const said = textsOf(oracle.say(reachable()))
    app.clock.moveTo(at)
    if (chance() < 0.1) await planDue(crashing(app.ctx)).catch(() => {})
    await planDue(app.ctx)
    const found = await plannedAt(at)
    if (!same(found, said)) return { seed, day, expected: said, found, by: 'oracle' }
    if (!same(found, expected)) return { seed, day, expected, found, by: 'simulation' }
    const how = pick(ENDS)
    await end(how)
    // What nobody got comes again, so that it is simulated anew.
    if (how === 'late') {
      oracle.recall(before)
      told = undefined
    }
  }
  return undefined

  /** Something, or nothing, between two slots. */
  async function happen(): Promise<void> {
    const { id } = cycle
    const what = Math.floor(chance() * 11)
    cycle = await readCycle(user, user, id)
    if (what === 0) return edit((steps) => steps.toSorted(() => chance() - 0.5))
    if (what === 1) return edit((steps) => [...steps, fresh()])
    if (what === 2 && cycle.steps.length > 1) {
      const gone = pick(cycle.steps).id
      return edit((steps) => steps.filter((one) => one.id !== gone))
    }
    if (what === 3) {
      const other = pick(cycle.steps).id
      return edit((steps) =>
        steps.map((one) => (one.id === other ? { ...one, enabled: !one.enabled } : one)),
      )
    }
    if (what === 4)
      return edit((steps) => steps, pick([groupIds, groupIds.slice(1), groupIds.toReversed()]))
    if (what === 5 || what === 6) {
      const group = pick(groupIds)
      if (lost.delete(group)) await setStatus(group, 'active')
      else if (reachable().length > 1) {
        lost.add(group)
        await setStatus(group, 'muted')
      }
    }
    if (what === 7) {
      const done = await skipNext(user, id).then(
        () => true,
        () => false,
      )
      if (done) oracle.passOver(reachable())
    }
    if (what === 8) {
      const { id: stepId } = pick(cycle.steps)
      const done = await jump(user, id, stepId).then(
        () => true,
        () => false,
      )
      if (done) oracle.jump(stepId)
    }
    if (what === 9) {
      await restartRound(user, id)
      oracle.restart()
    }
    if (what === 10) {
      await pauseCycle(user, id)
      await resumeCycle(user, id).catch(() =>
        edit((steps) => [...steps, { ...fresh(), weight: 1 }]),
      )
    }
  }

  async function edit(
    change: (steps: Input['steps']) => Input['steps'],
    groups: readonly string[] = cycle.groupIds,
  ): Promise<void> {
    const { rev, order, mode, stepsPerSlot, seed: own, schedule } = cycle
    const kept = { order, mode, stepsPerSlot, seed: own, pauseAfterFailures: 0 }
    const steps = change(cycle.steps)
    const next = cycleInput([...groups], { ...kept, steps, schedule: schedule! })
    // A change that would leave no step to send is refused, and changes nothing.
    const edited = await updateCycle(user, cycle.id, { ...next, rev }).catch(() => undefined)
    if (!edited) return
    cycle = edited
    oracle.edit(rotationOf(cycle))
  }

  async function setStatus(group: string, status: string): Promise<void> {
    await app.pool.query('update groups set status = $2 where id = $1', [group, status])
  }

  /** Steps by how they begin: what the database has of a delivery. */
  function textsOf(said: Said): Record<string, string[]> {
    const texts = new Map(cycle.steps.map(({ id, content }) => [id, content.text]))
    const entries = said === 'nothing' ? [] : [...said]
    return Object.fromEntries(
      entries.map(([group, ids]) => [group, ids.map((id) => texts.get(id)!)]),
    )
  }

  async function plannedAt(at: Date): Promise<Record<string, string[]>> {
    const { rows } = await app.pool.query<{ group: string; text: string }>(
      `select d.group_id as group, c.body ->> 'text' as text from deliveries d
       join occurrences o on o.id = d.occurrence_id join contents c on c.id = d.content_id
       where o.source_id = $1 and o.slot_at = $2 order by d.group_id, d.part`,
      [cycle.id, at],
    )
    const found: Record<string, string[]> = {}
    for (const { group, text } of rows) if (!lost.has(group)) (found[group] ??= []).push(text)
    return found
  }

  /** Ends what is under way: as sent, as failed, or as too late. */
  async function end(how: 'sent' | 'failed' | 'late'): Promise<void> {
    const { ctx, pool } = app
    const { rows } = await pool.query<{ id: string }>(
      `select id from deliveries where status = 'queued'`,
    )
    const ids = rows.map(({ id }) => id)
    const ends = {
      failed: { status: 'failed', code: 'no_rights', reason: 'May not write.' },
      late: { status: 'skipped', code: 'late', reason: 'Too late.' },
    } as const
    if (how === 'sent') {
      await pool.query(`update deliveries set status = 'sent' where status = 'queued'`)
      await pool.query('update occurrences set sent = total where finished_at is null')
    } else await ctx.transaction((tx) => endPending(tx, ctx.clock.now(), { ids }, ends[how]))
    const open = await pool.query<{ id: string }>(
      'select id from occurrences where finished_at is null',
    )
    await ctx.transaction((tx) =>
      finishOccurrences(
        ctx,
        tx,
        open.rows.map(({ id }) => id),
      ),
    )
  }
}

/** How what a slot said ends. */
const ENDS = [...Array<'sent'>(9).fill('sent'), 'failed', 'late'] as const

const same = (a: Record<string, string[]>, b: Record<string, string[]>) => sorted(a) === sorted(b)

const sorted = (said: Record<string, string[]>) =>
  JSON.stringify(Object.entries(said).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** The same as the product makes of a cycle, from what its API answers. */
const rotationOf = (cycle: Cycle): Rotation => ({
  order: cycle.order,
  mode: cycle.mode,
  stepsPerSlot: cycle.stepsPerSlot,
  seed: cycle.seed,
  ends: {},
  groupIds: cycle.groupIds,
  steps: cycle.steps.map(({ id, enabled, weight, maxSends }) => ({
    id,
    enabled,
    weight,
    from: null,
    until: null,
    maxSends: maxSends ?? null,
  })),
})
