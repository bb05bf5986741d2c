/** PostgreSQL counts microseconds, the model and JavaScript milliseconds. */
const SAME_INSTANT_MS = 2

/** What differs between two answers, if anything; of the model's only what PostgreSQL tells as well. */
export function compare(real: unknown, model: unknown, where: string): string | undefined {
  if (real instanceof Uint8Array) return undefined
  if (real instanceof Date && model instanceof Date) {
    const apartMs = Math.abs(real.getTime() - model.getTime())
    return apartMs <= SAME_INSTANT_MS ? undefined : `${where} is ${apartMs} ms apart.`
  }
  if (real instanceof Set && model instanceof Set) return compare([...real], [...model], where)
  if (real instanceof Map && model instanceof Map) {
    const keys = compare([...real.keys()], [...model.keys()], where)
    return keys ?? compare(Object.fromEntries(real), Object.fromEntries(model), where)
  }
  if (Array.isArray(real) && Array.isArray(model)) {
    if (real.length !== model.length) return `${where} has ${real.length}, not ${model.length}.`
    // Only the order in which each lane is read has a meaning.
    const order = where.endsWith('findDue') ? byLane : byIdentity
    const [a, b] = [real, model].map((rows) => rows.toSorted(order))
    return first(a!.map((row, n) => () => compare(row, b![n], `${where}[${n}]`)))
  }
  if (typeof real === 'object' && real !== null && typeof model === 'object' && model !== null) {
    const other = model as Record<string, unknown>
    return first(
      Object.entries(real)
        .filter(([key]) => key !== 'credentials')
        .map(
          ([key, value]) =>
            () =>
              compare(value, other[key], `${where}.${key}`),
        ),
    )
  }
  const same = (real ?? null) === (model ?? null) || isSameInstant(real, model)
  return same ? undefined : `${where} is ${String(real)}, not ${String(model)}.`
}

/** Instants within JSON are text, in the way of each. */
const isSameInstant = (real: unknown, model: unknown) =>
  typeof real === 'string' &&
  typeof model === 'string' &&
  Math.abs(Date.parse(real) - Date.parse(model)) <= SAME_INSTANT_MS

function first(questions: readonly (() => string | undefined)[]): string | undefined {
  for (const question of questions) {
    const difference = question()
    if (difference) return difference
  }
  return undefined
}

const byLane = (a: { accountId: string }, b: { accountId: string }) =>
  before(a.accountId, b.accountId)

const byIdentity = (a: unknown, b: unknown) => before(identity(a), identity(b))

const before = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function identity(row: unknown): string {
  if (typeof row !== 'object' || row === null) return String(row)
  const { id, accountId, externalId, sentAt } = row as Record<string, unknown>
  return [id, accountId, externalId, sentAt instanceof Date ? sentAt.getTime() : '']
    .map(String)
    .join(' ')
}
