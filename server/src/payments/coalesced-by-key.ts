/** The current run for one key, and the next one. */
type Runs = { present: Promise<void>; next?: Promise<void> }

/**
 * Runs the work for one key once at a time. All requests that come during a run share the next one, so that each gets
 * a run that began after its request, and a hundred requests cost two runs.
 */
export function coalescedByKey(): (key: string, work: () => Promise<void>) => Promise<void> {
  const byKey = new Map<string, Runs>()

  function start(key: string, work: () => Promise<void>): Promise<void> {
    const runs: Runs = { present: work() }
    byKey.set(key, runs)
    const forget = () => {
      if (!runs.next) byKey.delete(key)
    }
    runs.present.then(forget, forget)
    return runs.present
  }

  return (key, work) => {
    const runs = byKey.get(key)
    if (!runs) return start(key, work)
    const begin = () => start(key, work)
    return (runs.next ??= runs.present.then(begin, begin))
  }
}
