import { useRef } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { unansweredOf } from '../../app/unsaved.ts'
import { openCreation, type Unanswered } from './creation.ts'

/**
 * Makes the thing of the form `place`, as `openCreation` says. A try without an answer is kept in this tab, until what is
 * typed there is saved or discarded.
 */
export function useCreation<I, T>(place: string, create: (body: I, key: string) => Promise<T>) {
  const { uid } = useUser()
  const stored = unansweredOf(uid, place)
  /** Where the browser keeps nothing. */
  const inMemory = useRef<string>(null)
  return openCreation<I, T>(
    {
      read() {
        const text = stored.read() ?? inMemory.current
        return text ? (JSON.parse(text) as Unanswered<I>) : undefined
      },
      write(tried) {
        const text = tried && JSON.stringify(tried)
        inMemory.current = stored.write(text) ? null : text
      },
    },
    create,
  )
}
