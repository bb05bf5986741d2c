import { keepPosition, readPosition } from '../src/cycles/kept.ts'
import { jumpTo, passOver, restartRound, upNext } from '../src/cycles/moves.ts'
import { carryOver, UNMOVED, type Position } from '../src/cycles/position.ts'
import type { Rotation, Step } from '../src/cycles/rounds.ts'
import { stepsAt, type Decision } from '../src/cycles/rules.ts'
import { draw } from '../src/schedule/rules.ts'
import { openOracle, type Said } from './cycle-oracle.ts'

const GROUPS = ['choir', 'band', 'club', 'team']
const DAY = '2026-06-01'

/** How far ahead what is to come is told, to be compared with what came. */
const AHEAD = 5

/**
 * A life of a cycle by its rules alone, quick enough for years of many: each slot is compared with the oracle,
 * and with what was told as next before it, as long as nothing was changed. Answers what went wrong.
 */
export function liveByRules(seed: number, slots: number): string | undefined {
  let drawn = 0
  const chance = () => draw(`${seed} ${drawn++}`)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)]!
  let named = 0
  const fresh = (): Step => ({
    id: `${named++}`,
    enabled: chance() < 0.9,
    weight: Math.floor(chance() * 5),
    from: null,
    until: null,
    maxSends: chance() < 0.1 ? 1 + Math.floor(chance() * 5) : null,
  })
  let rotation: Rotation = {
    order: pick(['sequence', 'once', 'shuffle', 'weighted'] as const),
    mode: pick(['same', 'own_place', 'one_group'] as const),
    steps: Array.from({ length: 1 + Math.floor(chance() * 8) }, fresh),
    groupIds: GROUPS.slice(0, 1 + Math.floor(chance() * 4)),
    stepsPerSlot: pick([1, 1, 2, 3]),
    seed,
    ends: {},
  }
  const oracle = openOracle(rotation)
  const lost = new Set<string>()
  let position: Position = UNMOVED
  let told: string[] = []
  const facts = () => ({
    day: DAY,
    reachable: new Set(rotation.groupIds.filter((id) => !lost.has(id))),
  })

  for (let slot = 0; slot < slots; slot++) {
    if (chance() < 0.3) {
      happen()
      told = []
    }
    // Kept and read, as between two transactions.
    position = readPosition(
      structuredClone(keepPosition(position, rotation.groupIds)),
      rotation.groupIds,
    )
    if (told.length === 0) {
      const same = Array.from({ length: AHEAD }, facts)
      told = [...upNext(rotation, position, same)].map(wordsOf)
    }
    const before = oracle.remember()
    const decision = stepsAt(rotation, position, facts())
    const [found, expected] = [wordsOf(decision), sayingOf(oracle.say([...facts().reachable]))]
    if (found !== expected) return `slot ${slot}: said ${found}, should have said ${expected}`
    const next = told.shift()
    if (next !== undefined && next !== found) return `slot ${slot}: said ${found}, told was ${next}`
    // Now and then nothing of it goes out.
    if (chance() < 0.1) {
      oracle.recall(before)
      told = []
    } else if (decision.kind === 'say') position = decision.after
  }
  return undefined

  function happen(): void {
    const what = Math.floor(chance() * 8)
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
      position = passOver(rotation, position, facts())
      oracle.passOver([...facts().reachable])
    } else if (what === 7) {
      position = restartRound(position)
      oracle.restart()
    }
  }

  function edit(change: Partial<Rotation>): void {
    const after = { ...rotation, ...change }
    position = carryOver(rotation, after, position)
    rotation = after
    oracle.edit(after)
  }
}

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
