import type { LiveKind } from './schemas/live.ts'

export type { LiveKind, LivePayload } from './schemas/live.ts'

/** The name of an event on the wire. */
export const liveEventName = (kind: LiveKind, userId: string) => `${kind}:${userId}`
