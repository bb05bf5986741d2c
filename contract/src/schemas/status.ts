import { z } from 'zod'
import { ChannelKind } from './config.ts'
import { Instant, Id } from './wire.ts'

/** How what the caller sends is doing, and whether somebody carries it. */
export const Status = z.object({
  at: Instant,
  /** How long after they were due the newest 10,000 at most of the last day were accepted, in milliseconds. */
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
      identity: z.string(),
      /** Whether a server that lives carries what is sent through it. */
      carried: z.boolean(),
      /** The caller's deliveries that have come due and are not on the wire yet. */
      waiting: z.number().int().min(0),
      /** Since when the first of them is due. */
      waitingSince: Instant.nullable(),
    }),
  ),
  /** Servers that live, by what they said of themselves in the last ten seconds. */
  servers: z.number().int().min(0),
})
export type Status = z.infer<typeof Status>
