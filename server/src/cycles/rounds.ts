import { draw } from '../schedule/rules.ts'

/** One of the messages that a cycle says in turn. */
export type Step = {
  id: string
  enabled: boolean
  /** How many turns it has beside the others when the order is weighted: a whole number from 0 to 100. */
  weight: number
  /** The first and the last day on which it may be said, in the zone of the cycle: 2026-11-22. */
  from: string | null
  until: string | null
  /** In how many slots it may be said at most. */
  maxSends: number | null
}

/** What of a cycle decides who gets which step. An edit makes a new one. */
export type Rotation = {
  order: 'sequence' | 'once' | 'shuffle' | 'weighted'
  mode: 'same' | 'own_place' | 'one_group'
  /** In the order of the editor, at least one of each. */
  steps: readonly Step[]
  groupIds: readonly string[]
  stepsPerSlot: number
  seed: number
  ends: { rounds?: number; sends?: number }
}

/** One turn of a step within a round; only a weighted step has more than one. */
export type Turn = { stepId: string; n: number }

/**
 * The turns of a round in their order, `first` before all others. A shuffled round sorts its steps by
 * numbers drawn from the seed, so that adding or removing a step moves none of the others.
 */
export function turnsOf(rotation: Rotation, round: number, first: Turn | null): readonly Turn[] {
  const turns = drawn(rotation, round)
  const at = first ? turns.findIndex((turn) => isSame(turn, first)) : 0
  return at > 0 ? [turns[at]!, ...turns.slice(0, at), ...turns.slice(at + 1)] : turns
}

/** The turn that begins a round, so that it is not the step that was said last; null when none has to. */
export function firstOf(rotation: Rotation, round: number, last: string | null): Turn | null {
  if (rotation.order === 'sequence' || rotation.order === 'once') return null
  const turns = drawn(rotation, round)
  if (turns[0]?.stepId !== last) return null
  return turns.find(({ stepId }) => stepId !== last) ?? null
}

export const isSame = (a: Turn, b: Turn) => a.stepId === b.stepId && a.n === b.n

/** Rounds that are kept of a rotation: a forecast asks for the same ones for each of its groups. */
const KEPT_MAX = 100

const kept = new WeakMap<Rotation, Map<number, readonly Turn[]>>()

/** The same turns each time, drawn once. */
function drawn(rotation: Rotation, round: number): readonly Turn[] {
  const rounds = kept.get(rotation) ?? new Map<number, readonly Turn[]>()
  kept.set(rotation, rounds)
  const turns = rounds.get(round) ?? order(rotation, round)
  if (rounds.size >= KEPT_MAX) rounds.clear()
  rounds.set(round, turns)
  return turns
}

function order(rotation: Rotation, round: number): readonly Turn[] {
  const { steps, seed } = rotation
  if (rotation.order === 'sequence' || rotation.order === 'once') {
    return steps.map(({ id }) => ({ stepId: id, n: 0 }))
  }
  const weights = weightsOf(rotation)
  const placed = steps.flatMap(({ id }, s) => {
    const weight = weights[s] ?? 0
    // The turns of one step are spread over the round: each lies in a part of it of its own.
    return Array.from({ length: weight }, (_, n) => ({
      turn: { stepId: id, n },
      place: (n + draw(`${seed} ${round} ${id} ${n}`)) / weight,
    }))
  })
  return placed
    .toSorted((a, b) => a.place - b.place || (a.turn.stepId < b.turn.stepId ? -1 : 1))
    .map(({ turn }) => turn)
}

/** How many turns each step has in a round: the smallest whole numbers with the same shares. */
function weightsOf({ order, steps }: Rotation): number[] {
  if (order !== 'weighted') return steps.map(() => 1)
  const common = steps.reduce((divisor, { weight }) => greatestDivisor(divisor, weight), 0)
  return steps.map(({ weight }) => (common === 0 ? 0 : weight / common))
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))
