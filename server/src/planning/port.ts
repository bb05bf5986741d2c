import type { Quiet } from '@carillon/contract/groups'
import type { Schedule } from '@carillon/contract/schedule'
import type { Context, Reading, Tx } from '../platform/context.ts'
import type { Decided, Settled, SourceKind } from '../occurrences/port.ts'

/**
 * What the planner asks of whatever owns a schedule. Registered in main.ts, so that rooms form no
 * circle. Everything happens in the planner's transaction, and for a whole batch at once: a thousand
 * schedules due at one instant must not mean thousands of queries.
 */
export type Source = {
  /**
   * What these slots say to whom, by source id, from the owner's own rows. Places are each named once, in
   * a fixed order: a fan-out too large for one slice goes on at the same place, and says what was `decided`
   * then. An owner that is gone, or that should not be sending, is left out.
   */
  prepare(ctx: Context, tx: Tx, due: readonly Due[]): Promise<ReadonlyMap<string, Prepared>>
  /** These slots are made real now; the owner moves on and says so. */
  planned(ctx: Context, tx: Tx, planned: readonly Planned[]): Promise<void>
  /** The time zone data changed, not their owners: `moved` ones come at another instant now. */
  retimed(ctx: Context, tx: Tx, slots: readonly Retimed[]): Promise<void>
  /**
   * Deliveries of these occurrences have ended; their owners change their own state and say so. Progress that
   * comes after the end is passed over (`isOvertaken`).
   */
  settled(ctx: Context, tx: Tx, occurrences: readonly Settled[]): Promise<void>
  /** The planner could not plan it, several times over: the owner stops and asks for attention. */
  pause(ctx: Context, tx: Tx, sourceId: string, reason: string): Promise<void>
  /** Those of these that are there, not deleted: what others have sent is no longer shown. `only` asks for some. */
  findPresent(
    reading: Reading,
    sourceIds: readonly string[],
    only?: Narrowed,
  ): Promise<ReadonlySet<string>>
  /**
   * What these are, by id, for the calendar and the bell; those that are gone are left out. What they say is
   * read of the sends `wanted`, and of no others where that takes work.
   */
  describe(
    reading: Reading,
    sourceIds: readonly string[],
    wanted?: readonly Wanted[],
  ): Promise<ReadonlyMap<string, Described>>
}

/** A send whose words are shown: of an occurrence, or of a slot that has none yet; a send-now has no slot. */
export type Wanted = { sourceId: string; slotAt: Date | null; occurrenceId: string | null }

/** A slot whose source is asked what it says. */
export type Due = {
  sourceId: string
  /** What it becomes, or has become: the source may keep by it what it decides. */
  occurrenceId: string
  /** Null for a send-now. */
  slotAt: Date | null
  /** The instant the rule gave the slot: another than `slotAt` when it was moved. */
  namedAt: Date | null
  /** How many slots before this one are passed over now, since it has come as well. */
  passed: number
  /** Set when its fan-out goes on: what was decided when it began, if that was kept. */
  goesOn?: { decided: Decided | null }
}

/** A slot that was made real, or passed over: its source moves on. */
export type Planned = {
  sourceId: string
  occurrenceId: string
  slotAt: Date | null
  nextSlotAt: Date | null
  /** Whether it becomes an occurrence now; it had one already otherwise. */
  opened: boolean
  /** Why nothing of it goes out. */
  skipped?: SkipReason
  decided?: Decided
}

export type Retimed = { sourceId: string; nextSlotAt: Date; spec: Schedule; moved: boolean }

/** What is asked for: sources that go to a group, of one kind. */
export type Narrowed = { groupId?: string | undefined; kind?: Described['kind'] | undefined }

/** A source as the calendar shows it. */
export type Described = {
  kind: 'scheduled' | 'automated' | 'cycle'
  title: string | null
  /** How what a send says begins, without its markup, and whether it differs from the others. */
  textOf(send: Omit<Wanted, 'sourceId'>): { text: string; changed: boolean }
  /** The first of its groups, if it has any. */
  groupId?: string
  /** To how many groups it goes, and what their quiet hours do to it then. */
  groups: number
  quietAt(at: Date): Quiet | undefined
}

export type Prepared =
  | {
      kind: 'send'
      catchUpMs: number
      onUnconfirmed: 'ask' | 'resend' | 'assume_sent'
      posts: readonly Post[]
      /** Kept with the occurrence, for what goes on with it later. */
      decided?: Decided
    }
  | { kind: 'skip'; reason: SkipReason }
  /**
   * Only once what its source is still sending has ended, at the end of a pause, or at its own time: then it
   * is asked again, and has waited for nothing yet.
   */
  | { kind: 'wait'; for: 'overlap' }
  | { kind: 'wait'; for: 'pause' | 'slot'; until: Date }

/** Why a whole slot is passed over. */
export type SkipReason =
  | 'late'
  | 'no_groups'
  | 'overlap'
  | 'paused'
  /** Of a cycle: all of its groups leave out what comes now; none of its steps may be said. */
  | 'quiet_hours'
  | 'no_steps'

/** Where something goes: a group, or a topic in it. */
export type Target = { groupId: string; topicId: string | null }

/** What one place gets, one after the other: each waits until the one before it has ended. */
export type Post = Target & { contentIds: readonly string[] }

declare module '../platform/context.ts' {
  interface Context {
    readonly sources: Readonly<Partial<Record<SourceKind, Source>>>
    /** Version of this process's time zone data, like 2026c; the later, the greater as text. */
    readonly zoneData: string
  }
}
