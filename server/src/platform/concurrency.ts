/**
 * Lets at most `max` run at once; the rest wait in line. If more than `maxWaiting` would
 * wait, it throws the error that `refuse` makes.
 */
export function limitConcurrency(max: number, maxWaiting: number, refuse: () => Error) {
  const line: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= max) {
      if (line.length >= maxWaiting) throw refuse()
      // The next in line gets the place directly, so that a newcomer cannot take it first.
      await new Promise<void>((resolve) => line.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** The same for each key by itself, such as each user. A key that has no work is not kept. */
export function limitPerKey(max: number, maxWaiting: number, refuse: () => Error) {
  const known = new Map<string, { turn: ReturnType<typeof limitConcurrency>; works: number }>()

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const own = known.get(key) ?? { turn: limitConcurrency(max, maxWaiting, refuse), works: 0 }
    own.works += 1
    known.set(key, own)
    try {
      return await own.turn(work)
    } finally {
      own.works -= 1
      if (own.works === 0) known.delete(key)
    }
  }
}
