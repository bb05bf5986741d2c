import { storedPosition, readPosition } from '../src/cycles/rotation/stored-position.ts'
import type { SimulatedGroup } from '../src/cycles/simulation/lanes.ts'
import {
  startPosition,
  jumpTo,
  skipSlot,
  restartRound,
} from '../src/cycles/rotation/skip-and-jump.ts'
import { carryOver, UNMOVED, type Position } from '../src/cycles/rotation/position.ts'
import type { Rotation, Step } from '../src/cycles/rotation/rounds.ts'
import { stepsAt, type Decision } from '../src/cycles/rotation/step-selection.ts'
import { simulate } from '../src/cycles/simulation/engine.ts'
import { after, days } from '../src/platform/clock.ts'
import { draw, firstSlots } from '../src/schedule/rules.ts'
import type { Schedule } from '@carillon/contract/schedule'
import { openOracle, type Said } from './cycle-oracle.ts'

const GROUPS = ['choir', 'band', 'club', 'team']

/** In spring this time does not exist, and in autumn it comes twice. */
const schedule: Schedule = {
  timeZone: 'Europe/Berlin',
  rule: { kind: 'daily', everyDays: 1, at: ['02:30'] },
  starts: '2026-06-01',
}

const DAY_MS = 86_400_000

/** For how many days a simulation looks ahead, to be compared with what came. */
const AHEAD = [1, 2, 3, 5, 10, 20] as const

/**
 * A life of a cycle by its rules alone, quick enough for years of many: each slot is compared with the oracle,
 * and with what was simulated after the last change. Returns what went wrong.
 */
export async function liveByRules(seed: number, slots: number): Promise<string | undefined> {
  let drawn = 0
  const chance = () => draw(`${seed} ${drawn++}`)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)]!
  let named = 0
  let day = '2026-06-01'
  const dayIn = (days: number) =>
    new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
  const fresh = (): Step => ({
    id: `${named++}`,
    enabled: chance() < 0.9,
    weight: Math.floor(chance() * 5),
    from: chance() < 0.15 ? dayIn(Math.floor(chance() * 10)) : null,
    until: chance() < 0.15 ? dayIn(10 + Math.floor(chance() * 20)) : null,
    maxSends: chance() < 0.1 ? 1 + Math.floor(chance() * 5) : null,
  })
  const ends = () =>
    pick([
      {},
      {},
      { rounds: 1 + Math.floor(chance() * 5) },
      { sends: 1 + Math.floor(chance() * 50) },
    ])
  let rotation: Rotation = {
    order: pick(['sequence', 'once', 'shuffle', 'weighted'] as const),
    mode: pick(['same', 'own_place', 'one_group'] as const),
    steps: Array.from({ length: 1 + Math.floor(chance() * 8) }, fresh),
    groupIds: GROUPS.slice(0, 1 + Math.floor(chance() * 4)),
    stepsPerSlot: pick([1, 1, 2, 3]),
    seed,
    ends: ends(),
  }
  const oracle = openOracle(rotation)
  const lost = new Set<string>()
  let position: Position = UNMOVED
  let told: { until: Date; said: ReadonlyMap<number, Said> } | undefined
  const facts = () => ({
    day,
    reachable: new Set(rotation.groupIds.filter((id) => !lost.has(id))),
  })

  const begin = new Date('2026-06-01T00:00Z')
  for (const [slot, { at, local }] of firstSlots(schedule, begin, slots).entries()) {
    day = local.slice(0, 10)
    if (chance() < 0.3) {
      happen()
      told = undefined
    }
    position = asRead(position)
    if (!told || at >= told.until) told = await simulateFrom(at)
    const before = oracle.remember()
    const decision = stepsAt(rotation, position, facts())
    const [found, expected] = [wordsOf(decision), sayingOf(oracle.say([...facts().reachable], day))]
    if (found !== expected) return `slot ${slot}: said ${found}, should have said ${expected}`
    const simulated = sayingOf(told.said.get(at.getTime()) ?? 'nothing')
    if (simulated !== found) return `slot ${slot}: said ${found}, simulated was ${simulated}`
    // Now and then nothing of it goes out.
    if (chance() < 0.1) {
      oracle.recall(before)
      told = undefined
    } else if (decision.kind === 'send') position = decision.after
    else if (decision.reason === 'ended' && chance() < 0.3) {
      position = startPosition(rotation, position, facts())
      if (position === UNMOVED) oracle.beginAgain()
      told = undefined
    }
  }
  return undefined

  /** Kept and read, as between two transactions. */
  function asRead(kept: Position): Position {
    const { groupIds } = rotation
    return readPosition(structuredClone(storedPosition(kept, groupIds)), groupIds)
  }

  async function simulateFrom(from: Date) {
    const until = after(from, days(pick(AHEAD)))
    const { groupIds, steps } = rotation
    const { sends, count } = await simulate(
      {
        rotation,
        position,
        schedule,
        overlap: 'skip',
        advanceOnSkip: false,
        groups: groupIds.map((id) => groupOf(id, lost.has(id))),
        from,
        until,
        reworded: () => false,
        others: () => 0,
      },
      async () => {},
    )
    const said = new Map<number, Map<string, string[]>>()
    for (const { slotAt, groupId, step } of sends) {
      const slot = Date.parse(slotAt)
      const own = said.get(slot) ?? new Map<string, string[]>()
      said.set(slot, own.set(groupId, [...(own.get(groupId) ?? []), steps[step!]!.id]))
    }
    // Of very many sends only the first are told one by one.
    const last = sends.at(-1)
    return { until: last && sends.length < count ? new Date(last.slotAt) : until, said }
  }

  function happen(): void {
    const what = Math.floor(chance() * 9)
    const { steps } = rotation
    if (what === 0) return edit({ steps: steps.toSorted(() => chance() - 0.5) })
    if (what === 1) return edit({ steps: [...steps, fresh()] })
    if (what === 2 && steps.length > 1) {
      const gone = pick(steps)
      return edit({ steps: steps.filter((one) => one !== gone) })
    }
    if (what === 3) {
      const other = pick(steps)
      const change = (one: Step) => (one === other ? { ...one, enabled: !one.enabled } : one)
      return edit({ steps: steps.map(change) })
    }
    if (what === 4) {
      const some = GROUPS.filter(() => chance() < 0.7)
      return edit({ groupIds: some.length > 0 ? some : GROUPS })
    }
    if (what === 8) return edit({ ends: ends() })
    if (what === 5) {
      const group = pick(GROUPS)
      if (!lost.delete(group)) lost.add(group)
    }
    if (what === 6) {
      const stepId = pick(steps).id
      position = jumpTo(rotation, position, stepId)
      oracle.jump(stepId)
    }
    if (what === 7 && chance() < 0.5) {
      position = skipSlot(rotation, position, facts())
      oracle.passOver([...facts().reachable], day)
    } else if (what === 7) {
      position = restartRound(rotation, position)
      oracle.restart()
    }
  }

  function edit(change: Partial<Rotation>): void {
    const after = { ...rotation, ...change }
    position = carryOver(rotation, after, asRead(position))
    rotation = after
    oracle.edit(after)
  }
}

const groupOf = (groupId: string, isLost: boolean): SimulatedGroup => ({
  groupId,
  topics: [],
  accountId: 'account',
  connectionId: 'connection',
  connection: 'Bot',
  title: groupId,
  channel: 'telegram-bot',
  status: isLost ? 'muted' : 'active',
  timeZone: 'Europe/Berlin',
  quietHours: null,
  dailyCap: null,
  minGapMinutes: null,
  pace: { perSecond: 25, groupPerMinute: 18 },
})

const wordsOf = (decision: Decision): string => {
  if (decision.kind === 'nothing') return sayingOf('nothing')
  const said = new Map<string, string[]>()
  for (const { stepId, groupIds } of decision.parts) {
    for (const id of groupIds) said.set(id, [...(said.get(id) ?? []), stepId])
  }
  return sayingOf(said)
}

const sayingOf = (said: Said): string =>
  said === 'nothing'
    ? said
    : [...said]
        .filter(([, steps]) => steps.length > 0)
        .map(([group, steps]) => `${group}: ${steps.join(' ')}`)
        .toSorted()
        .join('; ')
