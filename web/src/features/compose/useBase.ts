import { useMemo, useRef } from 'react'

/** The state that a form was filled from, as the server knows it. */
export type Base<T> = { get: () => T; set: (next: T) => void }

/** Holds the state that a form was filled from; `first` is the one it opens with. */
export function useBase<T>(first: T): Base<T> {
  const base = useRef(first)
  return useMemo(
    () => ({
      get: () => base.current,
      set: (next) => {
        base.current = next
      },
    }),
    [],
  )
}
