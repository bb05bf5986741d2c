import { z } from 'zod'
import { ChannelKind } from './config.ts'
import { Instant, Id } from './wire.ts'

/** How punctual the caller's deliveries are, and whether a server sends them. */
export const Status = z.object({
  at: Instant,
  /** Time between due and accepted, in milliseconds, of the last day's deliveries: the newest 10,000 at most. */
  lateness: z.object({
    sent: z.number().int().min(0),
    p50Ms: z.number().int().nullable(),
    p95Ms: z.number().int().nullable(),
    p99Ms: z.number().int().nullable(),
  }),
  /** One for each connection. */
  lanes: z.array(
    z.object({
      connectionId: Id,
      channel: ChannelKind,
      /** The account as people see it, for example `@carillon_bot`. */
      identity: z.string(),
      /** Whether a process with the role `sender` owns its account and sends its deliveries. */
      carried: z.boolean(),
      /** The caller's deliveries that are due and not being sent yet; not those with the status `waiting`. */
      waiting: z.number().int().min(0),
      /** When the first of them was due. */
      waitingSince: Instant.nullable(),
    }),
  ),
  /** The number of servers that reported within the last ten seconds. */
  servers: z.number().int().min(0),
})
export type Status = z.infer<typeof Status>
