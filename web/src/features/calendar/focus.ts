import { useEffect, useRef } from 'react'

/** The send that keeps the focus while it moves to another day. */
let followed: string | undefined

/** Moves the focus with a send to `date`. If the send is not shown there, the day gets the focus. */
export function followMove(key: string, date: string, moved: Promise<boolean>) {
  followed = key
  void moved.then((done) => {
    if (followed !== key) return
    followed = undefined
    if (!done) return
    document.querySelector<HTMLElement>(`[data-day="${date}"]`)?.focus()
  })
}

/** The button of a send, which takes the focus if it has just moved there. */
export function useFollowed(key: string) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (followed !== key) return
    followed = undefined
    button.current?.focus()
  }, [key])
  return button
}
