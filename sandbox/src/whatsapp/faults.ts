/**
 * What the server does wrong, once or `times` times.
 * - login: refuses it by this reason.
 * - message, in this group or in any: refuses it by this code; or breaks the connection before it took the message, or after it
 *   and before its acknowledgement. `after`: so many messages go well first.
 * - query: refuses a question by this code, or never answers it.
 * - keys: answers that the devices of this person have no keys, or such that nobody can use.
 * - media: takes no file, by this status of HTTP.
 */
export type Fault =
  | { on: 'login'; reason: number; attrs?: Record<string, string>; times?: number }
  | {
      on: 'message'
      groupId?: string
      does: number | 'lose' | 'lose-ack'
      after?: number
      times?: number
    }
  | { on: 'query'; xmlns: string; does: { code: number; text: string } | 'silence'; times?: number }
  | { on: 'keys'; lid: string; code: number | 'broken'; times?: number }
  | { on: 'media'; status: number; times?: number }

type On<T> = Extract<Fault, { on: T }>
type Occasion =
  | { on: 'login' }
  | { on: 'message'; groupId: string }
  | { on: 'query'; xmlns: string }
  | { on: 'keys'; lid: string }
  | { on: 'media' }

export type Faults = {
  /** Adds a fault after those that already wait. */
  add(fault: Fault): void
  /** The first fault for this occasion, which is one time nearer to its end then. */
  take<T extends Occasion>(occasion: T): On<T['on']> | undefined
  clear(): void
}

export function createFaults(): Faults {
  let waiting: { fault: Fault; passes: number; left: number }[] = []
  return {
    add(fault) {
      const passes = (fault.on === 'message' && fault.after) || 0
      waiting.push({ fault, passes, left: fault.times ?? 1 })
    },
    take<T extends Occasion>(occasion: T) {
      const found = waiting.find(({ fault }) => fits(fault, occasion))
      if (!found) return undefined
      if (found.passes > 0) {
        found.passes -= 1
        return undefined
      }
      found.left -= 1
      if (found.left <= 0) waiting = waiting.filter((one) => one !== found)
      return found.fault as On<T['on']>
    },
    clear() {
      waiting = []
    },
  }
}

const fits = (fault: Fault, occasion: Occasion): boolean =>
  Object.entries(occasion).every(([name, value]) => {
    const wanted = fault[name as keyof Fault]
    return wanted === undefined || wanted === value
  })
