import { isApiError, isPassing } from '../../api/errors.ts'
import { randomKey } from '../../api/randomKey.ts'

/** A try to make a thing of which no answer came: perhaps it is made, perhaps not. */
type Unanswered<I> = { key: string; body: I; triedAt: number } & Pressed

/** The button that was pressed last for it, and when. */
type Pressed = { press: string; pressedAt: number }

/** Where the last try of a form is kept until its answer comes, as `useUnsaved` gives it. */
export type KeptTry = {
  read: () => unknown
  write: (tried: unknown) => void
  /** Whether the form says something else than when it was tried. */
  typedSince: () => boolean
}

type Calls<I, T> = {
  create: (body: I, key: string) => Promise<T>
  /** Makes of a thing what is asked by now. */
  change: (made: T, body: I) => Promise<T>
}

/** How long the server knows the answer to a key, in milliseconds: a day less than it says, since clocks differ. */
const KNOWN_MS = 24 * 60 * 60_000

/**
 * How long after it was pressed a try goes on by itself when the page is loaded anew, in milliseconds. Whoever comes
 * back later may have done it in another way, and presses again.
 */
const GOES_ON_MS = 5 * 60_000

/** Which button was pressed, where its try got no answer and can go on as it was. */
export function pressToRepeat({ read, typedSince }: KeptTry, now = Date.now()): string | undefined {
  const tried = read() as Unanswered<unknown> | undefined
  return tried && !typedSince() && now - tried.pressedAt < GOES_ON_MS ? tried.press : undefined
}

/**
 * Makes the thing of one form once, however often its answer is lost: a try without an answer is repeated as it was,
 * with its key, before anything else is saved; what is typed since then changes what it made.
 */
export function openCreation<I, T>(kept: KeptTry, { create, change }: Calls<I, T>) {
  return async function make(body: I, press: string): Promise<T> {
    const before = known(kept.read() as Unanswered<I> | undefined)
    const tried = {
      ...(before ?? { key: randomKey(), body, triedAt: Date.now() }),
      press,
      pressedAt: Date.now(),
    }
    kept.write(tried)
    let made: T
    try {
      made = await create(tried.body, tried.key)
    } catch (error) {
      if (isUnknown(error)) throw error
      kept.write(null)
      // The try before was refused: it has made nothing, and this one is another.
      if (before) return make(body, press)
      throw error
    }
    const isAsAsked = JSON.stringify(tried.body) === JSON.stringify(body)
    // Until it says what is asked, another try must find it again.
    const last = isAsAsked ? made : await change(made, body)
    kept.write(null)
    return last
  }
}

/** Whether it may have been made all the same: also where the server only knows that the key was used. */
const isUnknown = (error: unknown): boolean =>
  isPassing(error) ||
  isApiError(error, 'unauthenticated') ||
  isApiError(error, 'already_done') ||
  isApiError(error, 'conflict')

const known = <I>(tried: Unanswered<I> | undefined) =>
  tried && Date.now() - tried.triedAt < KNOWN_MS ? tried : undefined
