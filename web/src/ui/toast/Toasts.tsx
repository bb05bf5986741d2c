import { useEffect } from 'react'
import { dismissToast, presentToast } from './store.ts'
import { Toaster } from './Toaster.tsx'

/**
 * Shows the toasts of the store. One per page. The toast of a frame that is left goes with it, and with
 * it the way to undo; unless it is there to be told on the next.
 */
export function Toasts() {
  useEffect(
    () => () => {
      const left = presentToast()
      if (left && !left.lasting) dismissToast(left.id)
    },
    [],
  )
  return <Toaster />
}
