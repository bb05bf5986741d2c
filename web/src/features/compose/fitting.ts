import type { FieldValues } from 'react-hook-form'

/** Kept values in the shape that the form has now: what it does not know, or knows as another kind, is left out. */
export function fitting<T extends FieldValues>(kept: unknown, present: T): T | undefined {
  if (!isRecord(kept)) return undefined
  return Object.fromEntries(
    Object.entries(present).map(([name, value]) => {
      const other = kept[name]
      if (isRecord(value) && isRecord(other)) {
        return [
          name,
          { ...value, ...(Object.keys(value).length > 0 ? fitting(other, value) : other) },
        ]
      }
      return [name, kindOf(other) === kindOf(value) || value === undefined ? other : value]
    }),
  ) as T
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
