import { AppError } from '../../platform/errors.ts'

/**
 * Lets at most `max` run at once; the rest wait in line, and beyond `waiting` are told to come back.
 */
export function turns(max: number, waiting: number) {
  const line: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= max) {
      if (line.length >= waiting) {
        throw new AppError(
          'unavailable',
          'Too many people are signing in. Try again in a moment.',
          {
            retryAfter: 5,
          },
        )
      }
      // Whoever ends hands its place over, so that a newcomer cannot slip in between.
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
