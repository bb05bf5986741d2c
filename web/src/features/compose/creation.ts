import { isApiError, isTemporary } from '../../api/errors.ts'
import { randomKey } from '../../api/randomKey.ts'

/** A request to create a thing whose answer was lost: the thing may or may not exist. */
type Unanswered<I> = { key: string; body: I; triedAt: number } & Pressed

/** The button that was last pressed for it, and when. */
type Pressed = { press: string; pressedAt: number }

/** Stores the last attempt of a form until its answer arrives; `useUnsaved` provides it. */
export type AttemptStorage = {
  read: () => unknown
  write: (tried: unknown) => void
  /** Called once an attempt was refused: what is in the form exists nowhere else. */
  refused: () => void
  /** Whether the form has changed since that attempt. */
  typedSince: () => boolean
}

/** What saving a form needs of its unsaved values. */
export type SaveOptions = {
  /** Called once all is saved. */
  letGo: () => void
  unanswered: AttemptStorage
  forgetBeforeSaving: () => Promise<void>
}

type Calls<I, T> = {
  create: (body: I, key: string) => Promise<T>
  /** Changes the created thing to the present values. */
  change: (made: T, body: I) => Promise<T>
}

/** How long the server remembers the answer to a key, in milliseconds: a day less than it promises, since clocks differ. */
const KNOWN_MS = 24 * 60 * 60_000

/**
 * Until how long after the press a reloaded page repeats the attempt by itself, in milliseconds. Later, the person may
 * have done it in another way, and must press again.
 */
const REPEATED_MS = 5 * 60_000

/** The button to press again after a reload: its attempt got no answer, and the form has not changed since. */
export function pressToRepeat(
  { read, typedSince }: AttemptStorage,
  now = Date.now(),
): string | undefined {
  const tried = read() as Unanswered<unknown> | undefined
  return tried && !typedSince() && now - tried.pressedAt < REPEATED_MS ? tried.press : undefined
}

/**
 * Creates the thing of one form exactly once, however often the answer is lost. An unanswered attempt is repeated
 * unchanged, with its key, before anything else is saved. Then the thing gets what was typed since. The attempt stays
 * stored until nothing typed since is left, which a reload would take for a new thing.
 */
export function openCreation<I, T>(stored: AttemptStorage, { create, change }: Calls<I, T>) {
  return async function make(body: I, press: string): Promise<T> {
    const before = known(stored.read() as Unanswered<I> | undefined)
    const tried = {
      ...(before ?? { key: randomKey(), body, triedAt: Date.now() }),
      press,
      pressedAt: Date.now(),
    }
    stored.write(tried)
    let made: T
    try {
      made = await create(tried.body, tried.key)
    } catch (error) {
      if (isUnknown(error)) throw error
      stored.write(null)
      stored.refused()
      // The earlier attempt was refused and has created nothing, so the present values are a new attempt.
      if (before) return make(body, press)
      throw error
    }
    const isAsAsked = JSON.stringify(tried.body) === JSON.stringify(body)
    // The attempt stays stored until the change is done: if that fails, the next attempt must find the thing again.
    const last = isAsAsked ? made : await change(made, body)
    // Values typed after that belong to this thing: after a reload they must not create another one.
    if (!stored.typedSince()) stored.write(null)
    return last
  }
}

/** Whether the thing may exist in spite of the error: also if the server only knows that the key was used. */
const isUnknown = (error: unknown): boolean =>
  // The user has signed out before the answer came.
  (error instanceof DOMException && error.name === 'AbortError') ||
  isTemporary(error) ||
  isApiError(error, 'unauthenticated') ||
  isApiError(error, 'already_done') ||
  isApiError(error, 'conflict')

const known = <I>(tried: Unanswered<I> | undefined) =>
  tried && Date.now() - tried.triedAt < KNOWN_MS ? tried : undefined
