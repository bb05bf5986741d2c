import type { Settled } from '../deliveries/port.ts'
import type { Context, Tx } from '../platform/context.ts'

export type SourceKind = 'message' | 'cycle'

/** What the planner asks of whatever owns a schedule. Registered in main.ts, so that rooms form no circle. */
export type Source = {
  /**
   * What this slot says to whom, from the owner's own rows, inside the planner's transaction. Targets
   * are in a fixed order: a fan-out too large for one slice goes on at the same place.
   */
  prepare(ctx: Context, tx: Tx, sourceId: string, slotAt: Date | null): Promise<Prepared>
  /** All deliveries of an occurrence have ended; the owner changes its own state and says so. */
  settled(ctx: Context, tx: Tx, occurrence: Settled): Promise<void>
  /** The planner could not plan it, several times over: the owner stops and asks for attention. */
  pause(ctx: Context, tx: Tx, sourceId: string, reason: string): Promise<void>
}

export type Prepared =
  | {
      kind: 'send'
      catchUpMs: number
      onUnconfirmed: 'ask' | 'resend' | 'assume_sent'
      parts: readonly { contentId: string; targets: readonly Target[] }[]
    }
  | { kind: 'skip'; reason: string }

export type Target = { groupId: string; topicId: string | null }

declare module '../platform/context.ts' {
  interface Context {
    readonly sources: Readonly<Partial<Record<SourceKind, Source>>>
  }
}
