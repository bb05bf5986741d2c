import { patiently } from '../api/patiently.ts'
import { count } from '../features/groups/words.ts'
import { toast } from '../ui/toast/store.ts'

/** Does what may be asked for too often, once the server takes it; says so when that has to wait. */
export const withPatience = <T>(work: () => Promise<T>) => patiently(work, tellWait)

const tellWait = (seconds: number) =>
  toast({
    title: 'Too many requests',
    description: `Trying again in ${count(seconds, 'second')}.`,
  })
