import { useMemo, useReducer, useRef } from 'react'

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

/** The same, but what is set is rendered. */
export function useRenderedValueRef<T>(first: T): ValueRef<T> {
  const { get, set } = useValueRef(first)
  const [, render] = useReducer((count: number) => count + 1, 0)
  return useMemo(
    () => ({
      get,
      set: (next) => {
        set(next)
        render()
      },
    }),
    [get, set],
  )
}
