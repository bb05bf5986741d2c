import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useOnce } from '../Dialog.tsx'
import { dismissToast, onToast, presentToast } from './store.ts'

const Toaster = lazy(() => import('./Toaster.tsx'))

/**
 * Shows the toasts of the store. One per page; its code is fetched when there is something to show. The
 * toast of a frame that is left goes with it, and with its last chance to undo.
 */
export function Toasts() {
  const any = useSyncExternalStore(onToast, presentToast, none) !== undefined
  useEffect(
    () => () => {
      const left = presentToast()
      if (left) dismissToast(left.id)
    },
    [],
  )
  return (
    useOnce(any) && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}

/** A page that was printed beforehand has nothing to tell yet. */
const none = () => undefined
