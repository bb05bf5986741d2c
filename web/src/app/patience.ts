import { patiently } from '../api/patiently.ts'
import { session } from '../api/session/current.ts'
import { whileSameUser } from '../api/session/sameUser.ts'
import { isLost, untilAnswered } from '../api/untilAnswered.ts'
import { dismissToast, toast } from '../ui/toast/store.ts'
import { count } from '../ui/words.ts'

/** Does what may be asked for too often, once the server takes it; says so for as long as that has to wait. */
export async function withPatience<T>(work: () => Promise<T>): Promise<T> {
  let told: string | undefined
  try {
    return await patiently(work, (seconds) => (told = tellWait(seconds)))
  } finally {
    // It is not waited for any more.
    if (told) dismissToast(told)
  }
}

/**
 * Makes a call that has an idempotency key again until its answer is there; says so for as long, in a toast unless
 * `saysHere` says it. It goes on when the page is left that asked, since what is done must be told, and ends with the
 * session.
 */
export async function askUntilAnswered<T>(
  work: () => Promise<T>,
  saysHere: () => boolean = () => false,
): Promise<T> {
  let told: string | undefined
  const onWait = () => {
    if (!saysHere()) told = toast(NO_ANSWER)
  }
  const { stop, ...user } = whileSameUser(session)
  try {
    return await untilAnswered(work, { onWait, ...user })
  } finally {
    stop()
    if (told) dismissToast(told)
  }
}

/** Both: for a call with an idempotency key that a person may make many times in a row. */
export const askPatiently = <T>(work: () => Promise<T>): Promise<T> =>
  withPatience(() => askUntilAnswered(work))

/**
 * Tells of a call that ended without an answer: it may have been done, so it is no failure. Answers whether there is
 * no more to tell.
 */
export function toldUnanswered(error: unknown): boolean {
  // Whoever asked has signed out.
  if (error instanceof DOMException && error.name === 'AbortError') return true
  if (!isLost(error)) return false
  toast(UNKNOWN)
  return true
}

const UNKNOWN = {
  variant: 'destructive',
  title: 'No answer from the server',
  description: 'It may have been done. Look before you do it again.',
} as const

const NO_ANSWER = {
  title: 'No answer from the server yet',
  description: 'It is asked again by itself; nothing is done twice.',
}

const tellWait = (seconds: number) =>
  toast({
    title: 'Too many requests',
    description: `Trying again in ${count(seconds, 'second')}.`,
  })
