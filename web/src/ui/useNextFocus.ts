import { useEffect, useRef } from 'react'

/**
 * When `stage` changes and what had the focus is gone, the focus goes to the next thing to do: the first element with
 * `data-next` in the element that has the returned ref. An undefined stage is not known yet.
 */
export function useNextFocus<E extends HTMLElement>(stage: string | number | undefined) {
  const around = useRef<E>(null)
  const last = useRef(stage)
  useEffect(() => {
    const isFirst = last.current === undefined
    last.current = stage
    if (isFirst || document.activeElement !== document.body) return
    around.current?.querySelector<HTMLElement>('[data-next]')?.focus()
  }, [stage])
  return around
}
