import { useEffect } from 'react'
import { dismissToast, currentToast } from './store.ts'
import { Toaster } from './Toaster.tsx'

/**
 * Shows the toasts of the store; one per layout. When its layout is left, a toast disappears, and its Undo button with
 * it. A toast with `lasting` stays.
 */
export function Toasts() {
  useEffect(
    () => () => {
      const current = currentToast()
      if (current && !current.lasting) dismissToast(current.id)
    },
    [],
  )
  return <Toaster />
}
