import { z } from 'zod'

/** A UUIDv7, or the opaque `sub` of the identity service for users. */
export const Id = z.string().min(1).max(128)

/** Longest password, in characters: enough for any passphrase, and a bound for what is hashed. */
export const PASSWORD_MAX = 128

/** An instant on the wire: ISO 8601 in UTC, milliseconds, `Z`. */
export const Instant = z.iso.datetime()

/** A wall-clock time in some named zone: `2026-12-01T09:00`. */
export const LocalDateTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, {
    message: 'Give a date and a time, like 2026-12-01T09:00.',
    abort: true,
  })
  .refine(isOnTheCalendar, 'This date or time does not exist.')

/** The name of a zone, as the IANA gives it: `Europe/Berlin`. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'Choose a time zone from the list, like Europe/Berlin.')

/** Something a person should look at, in words, with the action that mends it. */
export const Attention = z.object({
  code: z.string(),
  text: z.string(),
  action: z.object({ label: z.string(), href: z.string().optional() }).optional(),
})
export type Attention = z.infer<typeof Attention>

/** What every resource of ours carries. `rev` grows by one with every change; clients drop older ones. */
export const resource = {
  id: Id,
  rev: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
  attention: Attention.optional(),
}

/** The page size when none is asked for, and the largest one. */
export const PAGE_DEFAULT = 50
export const PAGE_MAX = 200

/** The query of every list. */
export const PageQuery = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE_DEFAULT),
})

/** One page of a list; `nextCursor` is null on the last. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })

export const IdParams = z.object({ id: Id })

/** The answer of calls that have nothing to tell. */
export const Done = z.object({ done: z.literal(true) })

/** Whether a wall-clock time is on the calendar: no 31 February, no 24:00. */
export function isOnTheCalendar(local: string): boolean {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = local.split(/\D/).map(Number)
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day >= 1 && day <= days && hour < 24 && minute < 60
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
