import { patiently } from '../api/patiently.ts'
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

const tellWait = (seconds: number) =>
  toast({
    title: 'Too many requests',
    description: `Trying again in ${count(seconds, 'second')}.`,
  })
