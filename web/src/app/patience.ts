import { patiently } from '../api/patiently.ts'
import { count } from '../features/groups/words.ts'
import { toast } from '../ui/toast/store.ts'

/** Does what may be asked for too often, once the server takes it; says so when that has to wait. */
export const withPatience = <T>(work: () => Promise<T>) => patiently(work, tellWait)

const tellWait = (seconds: number) =>
  toast({
    title: 'That was quick',
    description: `The server takes the next one in ${count(seconds, 'second')}. It is done by itself then.`,
  })
