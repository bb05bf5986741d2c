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
