/** What runs for one key, and what runs after it. */
type Flight = { running: Promise<void>; next?: Promise<void> }

/**
 * Runs the same work for one key once at a time. Who asks for it while it runs waits for the next run, together
 * with all others who do: each gets a run that began after they asked, and a hundred cost two.
 */
export function flights(): (key: string, work: () => Promise<void>) => Promise<void> {
  const underWay = new Map<string, Flight>()

  function start(key: string, work: () => Promise<void>): Promise<void> {
    const flight: Flight = { running: work() }
    underWay.set(key, flight)
    const forget = () => {
      if (!flight.next) underWay.delete(key)
    }
    flight.running.then(forget, forget)
    return flight.running
  }

  return (key, work) => {
    const flight = underWay.get(key)
    if (!flight) return start(key, work)
    const begin = () => start(key, work)
    return (flight.next ??= flight.running.then(begin, begin))
  }
}
