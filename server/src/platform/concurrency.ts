/**
 * Lets at most `max` run at once; the rest wait in line. Beyond `waiting` of them `refuse` makes the error
 * that is thrown.
 */
export function limitConcurrency(max: number, waiting: number, refuse: () => Error) {
  const line: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= max) {
      if (line.length >= waiting) throw refuse()
      // Whoever ends lets the first in line run, so that a newcomer cannot run before it.
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
