import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useState } from 'react'

/** What makes the sidebar wide. */
type Reason = 'pointed' | 'focused' | 'opened'

/** Whether the sidebar is wide: the pointer or the focus is in it, or a tap has opened it. */
export function useSidebar(sidebar: RefObject<HTMLElement | null>) {
  const [reason, setReason] = useState<Reason>()
  const opened = reason === 'opened'
  const close = () => setReason(undefined)

  // On a tablet a tap opens it, and a tap next to it closes it.
  useEffect(() => {
    if (!opened) return
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener(
      'pointerdown',
      (event) => {
        if (!sidebar.current?.contains(event.target as Node)) setReason(undefined)
      },
      { signal },
    )
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape') setReason(undefined)
      },
      { signal },
    )
    return () => stop.abort()
  }, [opened, sidebar])

  return {
    wide: reason !== undefined,
    opened,
    open: () => setReason('opened'),
    /** Closes it, also when a page was chosen and the pointer is still over it. */
    close,
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') setReason((present) => present ?? 'pointed')
      },
      onPointerLeave: () => setReason((present) => (present === 'pointed' ? undefined : present)),
      onFocus: ({ target }: FocusEvent) => {
        if (target.matches(':focus-visible')) setReason((present) => present ?? 'focused')
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (currentTarget.contains(relatedTarget)) return
        setReason((present) => (present === 'focused' ? undefined : present))
      },
    },
  }
}
