/**
 * Has another thread tell a time first. The first in a page makes the browser read all it knows of
 * languages and zones, for all its threads: 30 ms at a desk and four times that on a phone (measured
 * 2026-11-21, Chromium), in which a list that tells times would answer nobody. The thread ends itself.
 */
export function wakeTimes() {
  if (!('Worker' in globalThis)) return
  // oxlint-disable-next-line no-new -- Nothing is asked of it, and nothing is to be stopped.
  new Worker(new URL('./waking.ts', import.meta.url), { type: 'module' })
}
