import { useState } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { unansweredOf } from '../../app/unsaved.ts'
import { openCreation, type Unanswered } from './creation.ts'

/** What is kept of the form on this device: how it is forgotten, and whether it was put in. */
export type KeptForm = { letGo: () => void; isRestored: boolean }

type CreationOptions<I, T> = {
  /** What the form is called on this device. */
  place: string
  /** Whether it holds what was typed here before: then a try of that time is its own. */
  isRestored: boolean
  create: (body: I, key: string) => Promise<T>
  change: (made: T, body: I) => Promise<T>
}

/**
 * Makes the thing of a form, as `openCreation` says. A try without an answer is kept in this tab, until what is typed
 * there is saved or discarded.
 */
export function useCreation<I, T>({ place, isRestored, ...calls }: CreationOptions<I, T>) {
  const { uid } = useUser()
  const [kept] = useState(() => openKept<I>(uid, place))
  const own = { ...kept, read: () => kept.read(isRestored) }
  return openCreation<I, T>(own, calls)
}

function openKept<I>(uid: string, place: string) {
  const stored = unansweredOf(uid, place)
  let ofThisForm: Unanswered<I> | null = null
  return {
    read(isRestored: boolean) {
      const text = isRestored ? stored.read() : null
      return ofThisForm ?? (text ? (JSON.parse(text) as Unanswered<I>) : undefined)
    },
    write(tried: Unanswered<I> | null) {
      ofThisForm = tried
      stored.write(tried && JSON.stringify(tried))
    },
  }
}
