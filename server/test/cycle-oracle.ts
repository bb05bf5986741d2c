import {
  firstOf,
  isSame,
  turnsOf,
  type Rotation,
  type Turn,
} from '../src/cycles/rotation/rounds.ts'

/** The rest of a round, for all groups or for one. `had`: the turns that were over when the steps were edited. */
type Queue = {
  had: readonly Turn[]
  round: number
  first: Turn | null
  last: string | null
  left: Turn[]
  fresh: boolean
}

/** The content of a slot: the steps of each group, or nothing. */
export type Said = Map<string, string[]> | 'nothing'

/**
 * A second implementation of cycles, to compare with: it has no position, but lists of the turns that are left. From the
 * product it uses only the drawing of a round.
 */
export function openOracle(rotation: Rotation) {
  let cycle = rotation
  let state = beginning()
  const lastRound = () => endOf(cycle)

  function beginning() {
    return {
      all: begin(),
      own: new Map<string, Queue>(),
      nextGroup: null as string | null,
      /** The group that was next when it was taken out, and the one that is next in its stead. */
      passed: null as { group: string; by: string } | null,
      counts: new Map<string, number>(),
      sends: 0,
    }
  }

  function begin(): Queue {
    const left = drawn(cycle, { round: 1, first: null })
    return { round: 1, first: null, last: null, had: [], left, fresh: true }
  }

  function nextRound({ round, last }: Queue): Queue {
    const first = firstOf(cycle, round + 1, last)
    const left = drawn(cycle, { round: round + 1, first })
    return { round: round + 1, first, last, had: [], left, fresh: true }
  }

  const mayCome = (id: string, day: string, late = false) => {
    const step = cycle.steps.find((one) => one.id === id)
    if (!step?.enabled || (cycle.order === 'weighted' && step.weight === 0)) return false
    if (step.until !== null && day > step.until) return false
    if (!late && step.from !== null && day < step.from) return false
    return step.maxSends === null || (state.counts.get(id) ?? 0) < step.maxSends
  }

  function take(from: Queue, day: string): { steps: string[]; queue: Queue } {
    const steps: string[] = []
    let queue = { ...from, left: [...from.left] }
    const most = Math.min(cycle.stepsPerSlot, (cycle.ends.sends ?? Infinity) - state.sends)
    while (steps.length < most && queue.round <= lastRound()) {
      const turn = queue.left[0]
      if (!turn) queue = nextRound(queue)
      else if (mayCome(turn.stepId, day) && steps.includes(turn.stepId)) break
      else {
        queue.left.shift()
        if (!mayCome(turn.stepId, day)) continue
        steps.push(turn.stepId)
        queue.last = turn.stepId
      }
    }
    // A round that was looked into has begun: an edit stays on the turn that is next in it.
    return { steps, queue: { ...queue, fresh: false } }
  }

  /** The queue after a slot: a new round when nothing that is left can come any more. */
  const rest = (queue: Queue, day: string) =>
    queue.left.some(({ stepId }) => mayCome(stepId, day, true)) ? queue : nextRound(queue)

  function say(reachable: readonly string[], day = ''): Said {
    const groups = cycle.groupIds.filter((id) => reachable.includes(id))
    if (state.sends >= (cycle.ends.sends ?? Infinity)) return 'nothing'
    if (groups.length === 0 || !cycle.steps.some(({ id }) => mayCome(id, day))) {
      return 'nothing'
    }
    const own = (id: string) => state.own.get(id) ?? begin()
    const said = new Map<string, string[]>()
    const count = (taken: readonly { steps: string[] }[]) => {
      for (const id of new Set(taken.flatMap(({ steps }) => steps)))
        state.counts.set(id, (state.counts.get(id) ?? 0) + 1)
      state.sends += Math.max(...taken.map(({ steps }) => steps.length))
    }
    if (cycle.mode === 'same') {
      const { steps, queue } = take(state.all, day)
      if (steps.length === 0) return 'nothing'
      for (const id of groups) said.set(id, steps)
      count([{ steps }])
      state.all = rest(queue, day)
      return said
    }
    const from = cycle.groupIds.indexOf(state.nextGroup ?? '')
    const inTurn = [
      ...cycle.groupIds.slice(Math.max(0, from)),
      ...cycle.groupIds.slice(0, Math.max(0, from)),
    ]
    const asked = cycle.mode === 'own_place' ? groups : inTurn.filter((id) => groups.includes(id))
    const taken: { id: string; steps: string[]; queue: Queue }[] = []
    for (const id of asked) {
      const one = { id, ...take(own(id), day) }
      if (cycle.mode === 'own_place' || one.steps.length > 0) taken.push(one)
      if (cycle.mode === 'one_group' && taken.length > 0) break
    }
    if (taken.every(({ steps }) => steps.length === 0)) return 'nothing'
    count(taken)
    for (const { id, steps, queue } of taken) {
      if (steps.length > 0) said.set(id, steps)
      state.own.set(id, rest(queue, day))
    }
    if (cycle.mode === 'one_group') {
      const at = cycle.groupIds.indexOf(taken[0]!.id)
      state.nextGroup = cycle.groupIds[(at + 1) % cycle.groupIds.length]!
      state.passed = null
    }
    return said
  }

  /** A person who says what comes next of a cycle that is over means its last round. */
  const notOver = (queue: Queue): Queue => {
    const round = Math.min(queue.round, lastRound())
    return round === queue.round
      ? queue
      : { ...queue, round, had: [], first: firstOf(cycle, round, queue.last) }
  }

  /** The last round after these turns: what it has else is left, in its order; undefined if nothing is. */
  function leftOver(queue: Omit<Queue, 'fresh'>, turnsHad: readonly Turn[]): Queue | undefined {
    const turns = drawn(cycle, { ...queue, had: [] })
    const had = turns.filter((turn) => turnsHad.some((one) => isSame(one, turn)))
    const left = turns.filter((turn) => !had.includes(turn))
    return left.length > 0 ? { ...queue, had, left, fresh: false } : undefined
  }

  const queues = (change: (queue: Queue) => Queue) => {
    state.all = change(state.all)
    for (const [id, queue] of state.own) state.own.set(id, change(queue))
  }

  return {
    say,
    /** It has ended, and is started again at its first step. */
    beginAgain: () => void (state = beginning()),
    groupIds: () => cycle.groupIds,
    /** Nothing of the last slot went out, or it never happened. */
    remember: () => structuredClone(state),
    recall: (before: typeof state) => void (state = before),
    passOver(reachable: readonly string[], day?: string) {
      const { counts, sends } = structuredClone(state)
      say(reachable, day)
      Object.assign(state, { counts, sends })
    },
    jump(stepId: string) {
      for (const id of cycle.groupIds) state.own.set(id, state.own.get(id) ?? begin())
      queues((queue) => {
        const there = notOver(queue)
        const turns = drawn(cycle, there)
        const at = turns.findIndex((turn) => turn.stepId === stepId)
        return at < 0 ? queue : { ...there, left: turns.slice(at), fresh: false }
      })
    },
    restart() {
      queues((queue) => {
        const there = notOver(queue)
        return { ...there, had: [], left: drawn(cycle, { ...there, had: [] }), fresh: true }
      })
    },
    edit(after: Rotation) {
      const before = cycle
      cycle = after
      queues((queue) => {
        const { round, last } = queue
        const end = endOf(after)
        if (round > end && round > endOf(before)) {
          const all = { round: end, first: null, had: [] }
          const left = leftOver({ ...all, last, left: [] }, drawn(before, all))
          if (left) return left
        }
        const [formerly, turns] = [drawn(before, queue), drawn(after, queue)] as const
        if (JSON.stringify(formerly) === JSON.stringify(turns)) return queue
        if (queue.fresh) {
          const first = firstOf(after, round, last)
          return { ...queue, first, left: drawn(after, { ...queue, first }) }
        }
        if (round === end) {
          const had = formerly.slice(0, formerly.length - queue.left.length)
          return leftOver(queue, had) ?? nextRound(queue)
        }
        const next = queue.left.find((turn) => turns.some((one) => isSame(one, turn)))
        if (!next) return nextRound(queue)
        return { ...queue, left: turns.slice(turns.findIndex((one) => isSame(one, next))) }
      })
      // The queue of a group that is taken out waits for it.
      for (const id of before.groupIds) {
        if (!after.groupIds.includes(id) && !state.own.has(id)) state.own.set(id, begin())
      }
      const { nextGroup, passed } = state
      const isBack = passed?.by === nextGroup && after.groupIds.includes(passed?.group ?? '')
      if (isBack) Object.assign(state, { nextGroup: passed.group, passed: null })
      else if (nextGroup !== null && !after.groupIds.includes(nextGroup)) {
        const at = before.groupIds.indexOf(nextGroup)
        const round = [...before.groupIds.slice(at), ...before.groupIds.slice(0, at)]
        const by = round.find((id) => after.groupIds.includes(id)) ?? null
        Object.assign(state, { nextGroup: by, passed: by && { group: nextGroup, by } })
      }
      for (const id of state.counts.keys()) {
        if (!after.steps.some((step) => step.id === id)) state.counts.delete(id)
      }
    },
  }
}

const endOf = ({ order, ends }: Rotation) =>
  Math.min(order === 'once' ? 1 : Infinity, ends.rounds ?? Infinity)

/** All turns of a round: those that were had before an edit, and then the others as they are drawn. */
function drawn(
  rotation: Rotation,
  { round, first, had }: Partial<Queue> & Pick<Queue, 'round' | 'first'>,
): Turn[] {
  const turns = turnsOf(rotation, { round, first })
  const wasHad = (turn: Turn) => had?.some((one) => isSame(one, turn)) === true
  return [...turns.filter(wasHad), ...turns.filter((turn) => !wasHad(turn))]
}
