import { useEffect, useRef } from 'react'

/** The send that the keyboard moved last: it takes the focus wherever it is drawn anew, as long as nothing else has it. */
let followed: string | undefined

/** Keeps the focus on a send that moves to `date`, or comes back from there. `onShow` shows a day that is out of sight. */
export async function followMove(
  key: string,
  date: string,
  moved: Promise<boolean>,
  onShow: (date: string) => void,
) {
  followed = key
  const done = await moved
  if (!done || followed !== key || !isFree()) return
  // Its day is out of sight, or has more sends than it shows.
  const day = document.querySelector<HTMLElement>(`[data-day="${date}"]`)
  if (day) day.focus()
  else onShow(date)
}

/** For a calendar that is left: its sends take no focus when they are shown next. */
export function stopFollowing() {
  followed = undefined
}

/** The button of a send, which takes the focus if it is followed. */
export function useFollowed(key: string) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (followed === key && isFree()) button.current?.focus()
  }, [key])
  return button
}

/** Whether nothing has the focus, as when the focused element was removed. */
const isFree = () => document.activeElement === document.body
