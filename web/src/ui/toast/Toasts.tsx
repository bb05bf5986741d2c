import { useEffect } from 'react'
import { dismissToast, currentToast } from './store.ts'
import { Toaster } from './Toaster.tsx'

/**
 * Shows the toasts of the store; one per layout. A toast disappears with its layout, and with it the undo, unless it is
 * marked to stay on the next one.
 */
export function Toasts() {
  useEffect(
    () => () => {
      const left = currentToast()
      if (left && !left.lasting) dismissToast(left.id)
    },
    [],
  )
  return <Toaster />
}
