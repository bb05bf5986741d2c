import { z } from 'zod'
import { Connection, Pairing } from './connections.ts'
import { CycleSummary } from './cycles.ts'
import { MessageSummary } from './messages.ts'
import { NotificationCreated, NotificationUpdated } from './notifications.ts'
import { User } from './users.ts'
import { Id } from './wire.ts'

/** The current state of a connection of the event's network; `connection` is null if it was removed. */
const ConnectionEvent = z.object({
  connection: Connection.nullable(),
  connectionId: Id,
  pairing: Pairing.optional(),
  seq: z.number().int(),
})

/** What each live event carries. On the wire an event is named `KIND:{userId}`. */
export const liveEvents = {
  MESSAGE_UPDATED: z.union([
    z.object({ message: MessageSummary }),
    z.object({ messageId: Id, deleted: z.literal(true) }),
  ]),
  CYCLE_UPDATE: z.union([
    z.object({ cycle: CycleSummary }),
    z.object({ cycleId: Id, deleted: z.literal(true) }),
  ]),
  TELEGRAM_STATUS: ConnectionEvent,
  WHATSAPP_STATUS: ConnectionEvent,
  USER_UPDATED: z.object({ user: User }),
  NOTIFICATION_CREATED: NotificationCreated,
  NOTIFICATION_UPDATED: NotificationUpdated,
} as const

export type LiveKind = keyof typeof liveEvents
export type LivePayload<K extends LiveKind> = z.infer<(typeof liveEvents)[K]>
