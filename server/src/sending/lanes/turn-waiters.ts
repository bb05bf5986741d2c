/** A turn of an account, for something other than a delivery. */
export type Turn = {
  /** The turn is over; `asked`: a request reached the network, so the turn counts for the pace. */
  end(asked: boolean): void
}

type Give = (turn?: Turn) => void

/** Other users of a lane's account, such as follow-ups: each waits for a turn, so that all together keep its pace. */
export type TurnWaiters = {
  /** Resolves with a turn; with undefined if the signal or the lane ends the wait. */
  wait(signal: AbortSignal): Promise<Turn | undefined>
  /** A function that gives a turn to the one who has waited longest. */
  next(): Give | undefined
  /** No more turns are given. */
  close(): void
}

/** `came` is called when one begins to wait. */
export function openTurnWaiters(came: () => void): TurnWaiters {
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
