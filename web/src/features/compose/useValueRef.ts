import { useMemo, useRef } from 'react'

/** A value that can be read and set without a new render. The object itself never changes. */
export type ValueRef<T> = { get: () => T; set: (next: T) => void }

export function useValueRef<T>(first: T): ValueRef<T> {
  const value = useRef(first)
  return useMemo(
    () => ({
      get: () => value.current,
      set: (next) => {
        value.current = next
      },
    }),
    [],
  )
}
