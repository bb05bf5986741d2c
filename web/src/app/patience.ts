import { patiently } from '../api/patiently.ts'
import { untilAnswered } from '../api/untilAnswered.ts'
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

/** Makes a call that has an idempotency key again until its answer is there; says so for as long. */
export async function askUntilAnswered<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  let told: string | undefined
  try {
    return await untilAnswered(work, { onWait: () => void (told = toast(NO_ANSWER)), signal })
  } finally {
    if (told) dismissToast(told)
  }
}

const NO_ANSWER = {
  title: 'No answer from the server yet',
  description: 'It is asked again by itself; nothing is done twice.',
}

const tellWait = (seconds: number) =>
  toast({
    title: 'Too many requests',
    description: `Trying again in ${count(seconds, 'second')}.`,
  })
