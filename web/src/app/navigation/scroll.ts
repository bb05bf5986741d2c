import { openStored } from '../../ui/stored.ts'

/** Where entries of this tab were left, in pixels from the top, by their keys; kept over a reload. */
const stored = openStored('sessionStorage', 'scrolled')

/** Most entries that are remembered: nobody goes back further. */
const MOST = 50

/** How long a page may take to grow to where it was left, in milliseconds. */
const PATIENCE_MS = 5_000

/** Opens what remembers where each entry of the history was scrolled to. */
export function openScrollMemory() {
  const places = new Map<string, number>(storedPlaces())
  // A page that is left for good is asked where it stands then.
  addEventListener('pagehide', () => stored.write(JSON.stringify([...places].slice(-MOST))))
  return {
    get: (key: string) => places.get(key),
    set(key: string, top: number) {
      places.delete(key)
      places.set(key, top)
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
 * Scrolls to where a page was left, again and again while it grows to its height: what it shows may have to
 * be read first. Ends as soon as somebody scrolls. Answers how to end it.
 */
export function scrollBack(top: number): () => void {
  window.scrollTo(0, top)
  if (scrollY >= Math.floor(top)) return () => {}
  const growth = new ResizeObserver(() => {
    window.scrollTo(0, top)
    if (scrollY >= Math.floor(top)) end()
  })
  const timer = setTimeout(end, PATIENCE_MS)
  const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
  for (const gesture of gestures) addEventListener(gesture, end, { passive: true })
  growth.observe(document.body)
  return end

  function end() {
    growth.disconnect()
    clearTimeout(timer)
    for (const gesture of gestures) removeEventListener(gesture, end)
  }
}
