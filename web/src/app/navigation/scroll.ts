import { openStored } from '../../ui/stored.ts'

/** The scroll positions of this tab's history entries, in pixels from the top, by their keys; kept over a reload. */
const stored = openStored('sessionStorage', 'scrolled')

/** Most entries that are remembered: nobody goes back further. */
const MOST = 50

/** How long a page may take to grow to its former scroll position, in milliseconds. */
const PATIENCE_MS = 5_000

/** Remembers the scroll position of each history entry. */
export function openScrollMemory() {
  const positions = new Map<string, number>(storedPlaces())
  // Stores the position when the window leaves for another site.
  addEventListener('pagehide', () => stored.write(JSON.stringify([...positions].slice(-MOST))))
  return {
    get: (key: string) => positions.get(key),
    set(key: string, top: number) {
      positions.delete(key)
      positions.set(key, top)
    },
  }
}

function storedPlaces(): [string, number][] {
  try {
    return JSON.parse(stored.read() ?? '[]')
  } catch {
    return []
  }
}

/**
 * Scrolls to the former position of a page, and again whenever the page grows: its data may still be loading, above and
 * below what is in sight. Stops after a while, or as soon as the person does something. Returns the function that stops
 * it.
 */
export function scrollBack(top: number): () => void {
  let height = 0
  const scroll = () => {
    window.scrollTo(0, top)
    height = document.body.scrollHeight
  }
  // The browser scrolls too when the page grows; then this does it again.
  const scrolled = () => {
    const isGrown = document.body.scrollHeight !== height
    if (!isGrown && Math.abs(scrollY - top) > 1 && height > top + innerHeight) end()
  }
  const growth = new ResizeObserver(scroll)
  const timer = setTimeout(end, PATIENCE_MS)
  const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
  scroll()
  for (const gesture of gestures) addEventListener(gesture, end, { passive: true })
  addEventListener('scroll', scrolled, { passive: true })
  growth.observe(document.body)
  return end

  function end() {
    growth.disconnect()
    clearTimeout(timer)
    for (const gesture of gestures) removeEventListener(gesture, end)
    removeEventListener('scroll', scrolled)
  }
}
