import { useState } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { unansweredOf } from '../../app/unsaved.ts'
import { openCreation, type Unanswered } from './creation.ts'

/**
 * Makes the thing of the form `place`, as `openCreation` says. A try without an answer is kept in this tab, until what is
 * typed there is saved or discarded.
 */
export function useCreation<I, T>(place: string, create: (body: I, key: string) => Promise<T>) {
  const { uid } = useUser()
  const [kept] = useState(() => openKept<I>(uid, place))
  return openCreation<I, T>(kept, create)
}

function openKept<I>(uid: string, place: string) {
  const stored = unansweredOf(uid, place)
  // Where the browser keeps nothing.
  let inMemory: string | null = null
  return {
    read() {
      const text = stored.read() ?? inMemory
      return text ? (JSON.parse(text) as Unanswered<I>) : undefined
    },
    write(tried: Unanswered<I> | null) {
      const text = tried && JSON.stringify(tried)
      inMemory = stored.write(text) ? null : text
    },
  }
}
