/** A turn of an account, for something other than a delivery. */
export type Turn = {
  /** It is over; `asked`: something reached the network, so that it counts for the pace. */
  end(asked: boolean): void
}

type Give = (turn?: Turn) => void

/** Those who use the account of a lane besides it: each waits for a turn, so that together they keep its pace. */
export type Guests = {
  /** Resolves with a turn; with nothing when the signal or the lane ends the wait. */
  wait(signal: AbortSignal): Promise<Turn | undefined>
  /** How to give a turn to the one who has waited longest. */
  next(): Give | undefined
  /** No more turns are given. */
  close(): void
}

/** `came` is called when somebody waits. */
export function openGuests(came: () => void): Guests {
  const waiting = new Set<Give>()
  let closed = false
  return {
    wait: (signal) =>
      new Promise((resolve) => {
        if (closed || signal.aborted) return resolve(undefined)
        const leave = () => give()
        const give: Give = (turn) => {
          waiting.delete(give)
          signal.removeEventListener('abort', leave)
          resolve(turn)
        }
        signal.addEventListener('abort', leave)
        waiting.add(give)
        return came()
      }),
    next: () => waiting.values().next().value,
    close() {
      closed = true
      for (const give of waiting) give()
    },
  }
}
