import { useEffect, useRef } from 'react'

/** The send that has the focus while it goes from one day to another. */
let followed: string | undefined

/** Has the focus follow a send to `date`; where that has no place for it, the day itself gets it. */
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
  const place = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (followed !== key) return
    followed = undefined
    place.current?.focus()
  }, [key])
  return place
}
