import type { CacheSnapshot } from 'virtua'
import { openStored } from '../../../ui/stored.ts'

/** Most lists that are remembered: nobody goes back further. */
const MOST = 20

/**
 * The heights of the rows of long lists in pixels, by the key of the history entry that showed them. Without them a list
 * that is opened again only estimates where its rows are. Those of the present entry are kept over a reload.
 */
export function rememberHeights(stored = openStored('sessionStorage', 'row-heights')) {
  const kept = new Map<string, CacheSnapshot>(read())

  function read(): [string, CacheSnapshot][] {
    try {
      const known: unknown = JSON.parse(stored.read() ?? '[]')
      return Array.isArray(known) ? known : []
    } catch {
      return []
    }
  }

  return {
    /** Those of a list with so many rows; undefined if it has not been shown in this entry, or has changed since. */
    of(key: string, rows: number): CacheSnapshot | undefined {
      const known = kept.get(key)
      return known?.[0].length === rows ? known : undefined
    },
    keep(key: string, heights: CacheSnapshot) {
      kept.delete(key)
      kept.set(key, heights)
      const oldest = kept.keys().next().value
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest)
    },
    /** Stores those of the entry that is left for another site, or loaded anew. */
    store: (key: string, heights: CacheSnapshot) =>
      stored.write(JSON.stringify([[key, heights] satisfies [string, CacheSnapshot]])),
  }
}
