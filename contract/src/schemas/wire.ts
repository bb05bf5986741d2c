import { z } from 'zod'
import { PAGE_MAX, PAGE_DEFAULT } from '../wire.ts'

/** A UUIDv7, or the opaque `sub` of the identity service for users. */
export const Id = z.string().min(1).max(128)

/** An instant on the wire: ISO 8601 in UTC, milliseconds, `Z`. */
export const Instant = z.iso.datetime()

/** A problem that a person should see, in words, with the action that fixes it. */
export const Attention = z.object({
  code: z.string(),
  text: z.string(),
  action: z.object({ label: z.string(), href: z.string().optional() }).optional(),
})
export type Attention = z.infer<typeof Attention>

/** The fields of every resource. `rev` grows by one with every change; clients ignore older ones. */
export const resource = {
  id: Id,
  rev: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
  attention: Attention.optional(),
}

/** The query of every list. */
export const PageQuery = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE_DEFAULT),
})

/** One page of a list; `nextCursor` is null on the last. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })

export const IdParams = z.object({ id: Id })

/** The answer of calls without data. */
export const Done = z.object({ done: z.literal(true) })
