import { DRAWN_TURNS_MAX } from '@carillon/contract/cycles'
import { draw } from '../../schedule/rules.ts'

/** One of the messages that a cycle sends in turn. */
export type Step = {
  id: string
  enabled: boolean
  /** In weighted order: how many turns it has compared with the other steps, from 0 to 100. */
  weight: number
  /** The first and the last day on which it may be sent, in the zone of the cycle: 2026-11-22. */
  from: string | null
  until: string | null
  /** The most slots in which it may be sent. */
  maxSends: number | null
}

/** The fields of a cycle that decide who gets which step. They change only by an edit. */
export type Rotation = {
  order: 'sequence' | 'once' | 'shuffle' | 'weighted'
  mode: 'same' | 'own_place' | 'one_group'
  /** In the order of the editor; there is at least one step and one group. */
  steps: readonly Step[]
  groupIds: readonly string[]
  stepsPerSlot: number
  seed: number
  ends: { rounds?: number; sends?: number }
}

/** What decides how long a round is. */
type Ordered = { order: Rotation['order']; steps: readonly Pick<Step, 'weight'>[] }

/** The round with which a rotation ends; `Infinity` if it does not end. */
export const lastRoundOf = ({ order, ends }: Pick<Rotation, 'order' | 'ends'>): number =>
  Math.min(order === 'once' ? 1 : Infinity, ends.rounds ?? Infinity)

/** One turn of a step within a round; only a weighted step has more than one. */
export type Turn = { stepId: string; n: number }

/** How many turns of a round each step has had, by its id. A step has its turns of a round in the order of their `n`. */
export type Had = Readonly<Record<string, number>>

/** A round of a place: what decides the order of its turns. */
export type Round = {
  /** The number of the round, from 1. */
  round: number
  /** The turn that begins the round, if it must differ from the shuffled order; null otherwise. */
  first: Turn | null
  /** Set if an edit of the last round put turns that were had behind others: they come before all others then. */
  had?: Had
}

/**
 * The turns of a round in order, with `first` before all others, or those that were had. A shuffled round sorts its
 * steps by numbers drawn from the seed, so that the other steps keep their order if one is added or removed.
 */
export function turnsOf(rotation: Rotation, { round, first, had }: Round): readonly Turn[] {
  const drawn = cachedTurns(rotation, round)
  const at = first ? drawn.findIndex((turn) => isSame(turn, first)) : 0
  const turns = at > 0 ? [drawn[at]!, ...drawn.slice(0, at), ...drawn.slice(at + 1)] : drawn
  if (!had) return turns
  const wasHad = ({ stepId, n }: Turn) => n < (had[stepId] ?? 0)
  return [...turns.filter(wasHad), ...turns.filter((turn) => !wasHad(turn))]
}

/**
 * The turn that must begin a round so that the step sent last is not repeated; null if the order is fine as
 * it is.
 */
export function firstOf(rotation: Rotation, round: number, last: string | null): Turn | null {
  if (rotation.order === 'sequence' || rotation.order === 'once') return null
  const turns = cachedTurns(rotation, round)
  if (turns[0]?.stepId !== last) return null
  return turns.find(({ stepId }) => stepId !== last) ?? null
}

export const isSame = (a: Turn, b: Turn) => a.stepId === b.stepId && a.n === b.n

/** How many turns a round has. */
export const turnCount = (rotation: Ordered): number =>
  weightsOf(rotation).reduce((sum, weight) => sum + weight, 0)

/**
 * How many turns of a rotation are cached: a forecast needs the same rounds for each group. All groups of a cycle find
 * theirs, also if each is in another round.
 */
const TURNS_CACHED_MAX = 2 * DRAWN_TURNS_MAX

const roundsCache = new WeakMap<Rotation, { turns: number; rounds: Map<number, readonly Turn[]> }>()

/** The turns of a round, cached. */
function cachedTurns(rotation: Rotation, round: number): readonly Turn[] {
  const kept = roundsCache.get(rotation)
  const known = kept?.rounds.get(round)
  if (known) return known
  const turns = orderTurns(rotation, round)
  const cache = kept && kept.turns < TURNS_CACHED_MAX ? kept : { turns: 0, rounds: new Map() }
  cache.rounds.set(round, turns)
  cache.turns += turns.length
  roundsCache.set(rotation, cache)
  return turns
}

function orderTurns(rotation: Rotation, round: number): readonly Turn[] {
  const { steps, seed } = rotation
  if (rotation.order === 'sequence' || rotation.order === 'once') {
    return steps.map(({ id }) => ({ stepId: id, n: 0 }))
  }
  const weights = weightsOf(rotation)
  const keyed = steps.flatMap(({ id }, s) => {
    const weight = weights[s] ?? 0
    // Spreads the turns of one step over the round: each has its own share of it.
    return Array.from({ length: weight }, (_, n) => ({
      turn: { stepId: id, n },
      sortKey: (n + draw(`${seed} ${round} ${id} ${n}`)) / weight,
    }))
  })
  return keyed
    .toSorted((a, b) => a.sortKey - b.sortKey || (a.turn.stepId < b.turn.stepId ? -1 : 1))
    .map(({ turn }) => turn)
}

/** How many turns each step has in a round: the smallest whole numbers with the same shares. */
function weightsOf({ order, steps }: Ordered): number[] {
  if (order !== 'weighted') return steps.map(() => 1)
  const common = steps.reduce((divisor, { weight }) => greatestDivisor(divisor, weight), 0)
  return steps.map(({ weight }) => (common === 0 ? 0 : weight / common))
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))
