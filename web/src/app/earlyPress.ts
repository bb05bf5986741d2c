import { type RefObject, useEffect } from 'react'

let pressed: EventTarget | null = null

/** Notes what is pressed from now on: a printed page is there before it is alive, and React drops such presses. */
export function noteEarlyPresses(): void {
  document.addEventListener('click', ({ target }) => (pressed = target), { capture: true })
}

/** Does at once what a press on `button` asked for before it was alive; asking twice must be as asking once. */
export function useEarlyPress(button: RefObject<HTMLElement | null>, act: () => void): void {
  useEffect(() => {
    if (pressed instanceof Node && button.current?.contains(pressed)) act()
    pressed = null
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it comes to life
  }, [])
}
