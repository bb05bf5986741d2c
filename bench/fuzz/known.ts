/** Most values kept of one kind; the oldest make room. */
const KEPT_MAX = 40

/**
 * What a fuzz has learned from the answers to its own user: ids by noun, and values of the fields that a
 * call must repeat to get further than its validation.
 */
export class Known {
  readonly #values = new Map<string, unknown[]>()

  /** Ids that belong to somebody else: a call with one of them must answer as if there were none. */
  readonly foreign: string[] = []

  /** Forgets what belongs to a user that is gone. */
  forget(): void {
    this.#values.clear()
  }

  /** What fits a field of this name, or the id of this noun as `id of messages`. */
  of(name: string): readonly unknown[] {
    return this.#values.get(name) ?? []
  }

  add(name: string, value: unknown): void {
    const values = this.#values.get(name) ?? []
    if (values.includes(value)) return
    values.push(value)
    if (values.length > KEPT_MAX) values.shift()
    this.#values.set(name, values)
  }

  /** Takes what an answer about a noun holds: `noun` is the plural of its path, like `messages`. */
  learn(noun: string, answer: unknown): void {
    if (Array.isArray(answer)) {
      // The newest suffice, and a list may hold thousands.
      for (const one of answer.slice(0, 5)) this.learn(noun, one)
      return
    }
    if (typeof answer !== 'object' || answer === null) return
    for (const [name, value] of Object.entries(answer)) {
      if (typeof value === 'object') this.learn(name === 'occurrence' ? 'occurrences' : noun, value)
      else if (name === 'id' || name === '_id') this.add(idOf(noun), value)
      else if (/^[a-z]+Id$/.test(name)) this.add(idOf(`${name.slice(0, -2)}s`), value)
      else if (REPEATED.has(name)) this.add(name, value)
    }
  }
}

/** The fields whose values calls repeat. */
const REPEATED = new Set(['rev', 'slotAt', 'nextCursor', 'externalId', 'local', 'timeZone', 'seed'])

export const idOf = (noun: string) => `id of ${noun}`
