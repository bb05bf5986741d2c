/** Chance that repeats: everything a seed decides comes from one of these. */
export type Dice = {
  /** In [0, 1). */
  fraction(): number
  /** A whole number from `from` to `to`, both possible. */
  between(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
}

/** Mulberry32: small, fast, and good enough to shuffle a world. */
function throwDice(seed: number): Dice {
  let state = seed >>> 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    fraction,
    between: (from, to) => from + Math.floor(fraction() * (to - from + 1)),
    chance: (probability) => fraction() < probability,
    pick: (from) => from[Math.floor(fraction() * from.length)]!,
  }
}

/** What happens to one who can die or stand still. */
export type Body = { alive: boolean; hungUntil: number }

/** Virtual time. Nothing happens by itself: the world moves from one event to the next. */
export type World = {
  readonly seed: number
  readonly dice: Dice
  /** Milliseconds since 1970, by the one true clock. */
  now(): number
  /** Runs this so many milliseconds from now; never when the body has died, and later when it hangs. */
  after(ms: number, run: () => void, body?: Body): void
  /** Real work outside the virtual world (PostgreSQL): time stands still until it is done. */
  waitFor<T>(work: Promise<T>): Promise<T>
  /** Does the next thing, and all that follows from it at once. False when nothing is to come. */
  step(): Promise<boolean>
  /** What one event did is seen by all that ran in it before this is called. */
  readonly steps: number
}

type Event = { at: number; order: number; run: () => void; body: Body | undefined }

export function openWorld(seed: number, startsAt: number): World {
  const dice = throwDice(seed)
  const heap: Event[] = []
  let now = startsAt
  let order = 0
  let steps = 0
  let busy = 0
  let rested: (() => void) | undefined

  function push(event: Event) {
    let child = heap.push(event) - 1
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (!before(event, heap[parent]!)) break
      heap[child] = heap[parent]!
      child = parent
    }
    heap[child] = event
  }

  function pop(): Event | undefined {
    const first = heap[0]
    const last = heap.pop()
    if (!first || !last || heap.length === 0) return first
    let parent = 0
    for (;;) {
      let child = 2 * parent + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child++
      if (!before(heap[child]!, last)) break
      heap[parent] = heap[child]!
      parent = child
    }
    heap[parent] = last
    return first
  }

  /** Until every promise that could go on has done so. */
  async function settle() {
    for (;;) {
      await macrotask()
      if (busy > 0) {
        await new Promise<void>((resolve) => (rested = resolve))
        continue
      }
      if (soon.length === 0) return
      for (const callback of soon.splice(0)) callback()
    }
  }

  return {
    seed,
    dice,
    now: () => now,
    get steps() {
      return steps
    },
    after(ms, run, body) {
      push({ at: now + Math.max(0, ms), order: order++, run, body })
    },
    async waitFor(work) {
      busy++
      try {
        return await work
      } finally {
        busy--
        if (busy === 0) rested?.()
      }
    },
    async step() {
      const event = pop()
      if (!event) return false
      now = Math.max(now, event.at)
      const { body } = event
      if (body?.alive === false) return true
      if (body && body.hungUntil > now) {
        push({ ...event, at: body.hungUntil, order: order++ })
        return true
      }
      steps++
      event.run()
      await settle()
      return true
    },
  }
}

const before = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.order < b.order)

/** What asked to run soon. The world decides when soon is, so that a run repeats to the event. */
const soon: (() => void)[] = []

const realSetImmediate = globalThis.setImmediate
const macrotask = () => new Promise<void>((resolve) => void realSetImmediate(resolve))

/** Takes `setImmediate` under the world's rule, in a thread that does nothing but simulate. */
export function ruleOverSoon() {
  const rule = (callback: () => void) => void soon.push(callback)
  globalThis.setImmediate = rule as unknown as typeof setImmediate
}
