import { isPassing } from '../../api/errors.ts'
import { randomKey } from '../../api/randomKey.ts'

/** A try to make a thing of which no answer came: perhaps it is made, perhaps not. */
export type Unanswered<I> = { key: string; body: I; triedAt: number }

/** Where the try of a form is kept until its answer comes. */
type Kept<I> = {
  read: () => Unanswered<I> | undefined
  write: (tried: Unanswered<I> | null) => void
}

/** How long the server knows the answer to a key, in milliseconds: a day less than it says, since clocks differ. */
const KNOWN_MS = 24 * 60 * 60_000

/**
 * Makes the thing of one form once, however often its answer is lost: a try without an answer is repeated as it was,
 * with its key, before anything else is saved. What comes of that may say less than what is typed by now: then
 * `isAsAsked` is false, and the caller changes it.
 */
export function openCreation<I, T>(kept: Kept<I>, create: (body: I, key: string) => Promise<T>) {
  async function make(body: I): Promise<{ made: T; isAsAsked: boolean }> {
    const before = known(kept.read())
    const tried = before ?? { key: randomKey(), body, triedAt: Date.now() }
    kept.write(tried)
    try {
      const made = await create(tried.body, tried.key)
      kept.write(null)
      return { made, isAsAsked: JSON.stringify(tried.body) === JSON.stringify(body) }
    } catch (error) {
      if (isPassing(error)) throw error
      kept.write(null)
      // The try before was refused: it has made nothing, and this one is another.
      if (before) return make(body)
      throw error
    }
  }
  return make
}

const known = <I>(tried: Unanswered<I> | undefined) =>
  tried && Date.now() - tried.triedAt < KNOWN_MS ? tried : undefined
