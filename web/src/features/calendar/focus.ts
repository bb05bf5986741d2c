import { useEffect, useRef } from 'react'

/** The send that the keyboard moved last: it takes the focus wherever it is drawn anew, as long as nothing else has it. */
let followed: string | undefined

/** Its button, once that has taken the focus. */
let focused: HTMLButtonElement | null = null

/** Keeps the focus on a send that moves to `date`, or comes back from there. `onShow` shows a day that is out of sight. */
export async function followMove(
  key: string,
  date: string,
  moved: Promise<boolean>,
  onShow: (date: string) => void,
) {
  followed = key
  const done = await moved
  // An answer from before the move may have drawn it once more where it was: then it has the focus there.
  const isThere = focused !== null && document.activeElement === focused
  if (!done || followed !== key || !(isFree() || isThere)) return
  // Its day is out of sight, or has more sends than it shows.
  const day = document.querySelector<HTMLElement>(`[data-day="${date}"]`)
  if (!day) onShow(date)
  else if (!isThere) day.focus()
}

/** The button of a send, which takes the focus if it is followed. */
export function useFollowed(key: string) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (followed !== key || !isFree()) return
    focused = button.current
    focused?.focus()
  }, [key])
  return button
}

/** Whether nothing has the focus, as when the focused element was removed. */
const isFree = () => document.activeElement === document.body
