import { useCallback, useEffect, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

type StoreOptions = {
  pauseMs: number
  /** Stores the values; `isLeaving` if the page is being left or hidden. */
  store: (isLeaving: boolean) => void
  /** Called when the form has no changes left or is closed; `flush` stores what still waits. */
  onEnd?: (flush: () => void) => void
}

/**
 * Stores the values of a form after each pause in typing, and at once when the page is left or hidden, as long as the
 * form has changes. Returns a function that drops what still waits.
 */
export function useStoreLater<T extends FieldValues>(
  form: UseFormReturn<T>,
  { pauseMs, store, onEnd }: StoreOptions,
) {
  const { isDirty } = form.formState
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  const drop = useCallback(() => {
    clearTimeout(pending.current)
    pending.current = undefined
  }, [])
  useEffect(() => {
    if (!isDirty) return
    const flush = () => {
      if (pending.current === undefined) return
      drop()
      store(true)
    }
    const later = () => {
      drop()
      pending.current = setTimeout(() => {
        pending.current = undefined
        store(false)
      }, pauseMs)
    }
    const onHidden = () => document.visibilityState === 'hidden' && flush()
    later()
    const stop = form.subscribe({ formState: { values: true }, callback: later })
    addEventListener('pagehide', flush)
    addEventListener('online', later)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      stop()
      removeEventListener('pagehide', flush)
      removeEventListener('online', later)
      document.removeEventListener('visibilitychange', onHidden)
      onEnd?.(flush)
      drop()
    }
  }, [isDirty, form, pauseMs, store, onEnd, drop])

  return drop
}
