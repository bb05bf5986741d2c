import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useOnce } from '../Dialog.tsx'
import { onToast, presentToast } from './store.ts'

const Toaster = lazy(() => import('./Toaster.tsx'))

/** Shows the toasts of the store. One per page; its code is fetched when there is something to show. */
export function Toasts() {
  const any = useSyncExternalStore(onToast, presentToast) !== undefined
  return (
    useOnce(any) && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}
