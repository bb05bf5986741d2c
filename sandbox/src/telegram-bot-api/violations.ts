/** Requests of clients that the published rules forbid, whatever the answer was. */
export type Violation = {
  at: number
  /** `parameter`: against the specification; `flood`: a 429 was not waited for. */
  kind: 'parameter' | 'flood'
  botId?: number
  method: string
  detail: string
}

export type Violations = {
  add(violation: Violation): void
  list(): { total: number; last: Violation[] }
  clear(): void
}

// Enough to see what is wrong; a client that is wrong is wrong in every request.
const KEPT = 1_000

export function createViolations(): Violations {
  let total = 0
  let last: Violation[] = []
  return {
    add(violation) {
      total += 1
      last.push(violation)
      if (last.length > KEPT) last.shift()
    },
    list: () => ({ total, last: [...last] }),
    clear() {
      total = 0
      last = []
    },
  }
}
