import type { Shows } from '@carillon/contract/calendar'
import type { Quiet } from '@carillon/contract/groups'
import type { Schedule } from '@carillon/contract/schedule'
import type { Context, Reading, Tx } from '../platform/context.ts'
import type { Decided, OccurrenceChange, SourceKind } from '../occurrences/port.ts'

/**
 * The functions of a source that the planner calls. Sources are registered in rooms.ts, so that rooms do not import
 * each other in a circle. Everything happens in the planner's transaction and for a whole batch at once: a thousand
 * schedules at one instant must not cause thousands of queries.
 */
export type Source = {
  /**
   * Decides what these slots send to which groups, by source id. Each group or topic is named once, in a fixed
   * order, because a large fan-out counts how far it has come and continues there with the same decision
   * (`decided`). A source that does not exist or must not send is left out.
   */
  prepare(ctx: Context, tx: Tx, due: readonly Due[]): Promise<ReadonlyMap<string, Prepared>>
  /** Moves sources to their next slots, because these slots are planned now. */
  planned(ctx: Context, tx: Tx, planned: readonly Planned[]): Promise<void>
  /** The time zone data changed, not the schedules: the `moved` ones have another instant now. */
  retimed(ctx: Context, tx: Tx, slots: readonly Retimed[]): Promise<void>
  /**
   * Updates sources whose deliveries have ended. Progress that arrives after the end is ignored
   * (`isOvertaken`).
   */
  occurrencesChanged(ctx: Context, tx: Tx, occurrences: readonly OccurrenceChange[]): Promise<void>
  /** Pauses a source that could not be planned several times, and gives it attention. */
  pause(ctx: Context, tx: Tx, sourceId: string, reason: string): Promise<void>
  /** Which of these sources exist and are not deleted; `only` narrows it down. */
  findPresent(
    reading: Reading,
    sourceIds: readonly string[],
    only?: Narrowed,
  ): Promise<ReadonlySet<string>>
  /**
   * The last slot before `until` of each of these sources that ends by itself, and not by its schedule. Others are left
   * out.
   */
  lastSlots?(
    reading: Reading,
    sourceIds: readonly string[],
    until: Date,
  ): Promise<ReadonlyMap<string, Date>>
  /**
   * Describes these sources for the calendar and the bell, by id; deleted ones are left out. Texts are read
   * only for the sends in `wanted`. `leftOut` are sends to come that will be skipped, by the id of the source.
   */
  describe(
    reading: Reading,
    sourceIds: readonly string[],
    wanted?: readonly DescribedSend[],
    leftOut?: LeftOut,
  ): Promise<ReadonlyMap<string, Described>>
}

/** A send whose text is shown: that of an occurrence, or of a slot without one; a send-now has no slot. */
export type DescribedSend = { sourceId: string; slotAt: Date | null; occurrenceId: string | null }

/** Sends to come that will be skipped, by the id of the source. */
export type LeftOut = ReadonlyMap<string, readonly Pick<DescribedSend, 'slotAt'>[]>

/** A slot for which the source decides what to send. */
export type Due = {
  sourceId: string
  /** The id of its occurrence, also before the occurrence is inserted. */
  occurrenceId: string
  /** Null for a send-now. */
  slotAt: Date | null
  /** The instant that the rule gave the slot; it differs from `slotAt` if the slot was moved. */
  originalAt: Date | null
  /** The earlier slots that are skipped now, because this one is due too: oldest first. */
  late: readonly LateSlot[]
  /** Set if a fan-out continues: the decision of its first slice, if it was stored. */
  continued?: { decided: Decided | null }
}

/** A slot that was missed, with the instant that the rule gave it. */
export type LateSlot = { at: Date; originalAt: Date }

/** A slot that was planned or skipped: its source moves on. */
export type Planned = {
  sourceId: string
  occurrenceId: string
  slotAt: Date | null
  nextSlotAt: Date | null
  /** Whether its occurrence is new; otherwise it existed before. */
  opened: boolean
  /** Why nothing of it is sent. */
  skipped?: SkipReason
  /** Whether the source had nothing left at this slot: it is at its end. */
  ended?: true
  decided?: Decided
  onward?: unknown
}

export type Retimed = { sourceId: string; nextSlotAt: Date; spec: Schedule; moved: boolean }

/** Restricts sources to those of a group or of one kind. */
export type Narrowed = { groupId?: string | undefined; kind?: Described['kind'] | undefined }

/**
 * The beginning of the text of a send, without markup, and whether the send differs from the others. `texts`: how many
 * there are, of which one will be drawn.
 */
export type DescribedText = { text: string; changed: boolean; texts?: number }

/** A source as the calendar shows it. */
export type Described = {
  kind: 'scheduled' | 'automated' | 'cycle'
  title: string | null
  /** The color that a person has chosen for it, like #1f6feb. */
  color?: string
  textOf(send: Omit<DescribedSend, 'sourceId'>): DescribedText
  /** What it contains in addition to text, unless a single run has other content. */
  shows?: Shows
  /** The first of its groups, if it has one. */
  groupId?: string
  /** How many groups it has, and what their quiet hours do to a send at an instant. */
  groups: number
  quietAt(at: Date): Quiet | undefined
  /** Whether what is to come can be sent to none of its groups, as they are now. */
  isUnreachable: boolean
}

export type Prepared =
  | {
      kind: 'send'
      catchUpMs: number
      onUnconfirmed: 'ask' | 'resend' | 'assume_sent'
      posts: readonly Post[]
      /** Its number among the runs of its source, and the zone of its schedule where it is sent now. */
      run?: { n: number; timeZone?: string }
      /** Stored with the occurrence, for later slices and pages. */
      decided?: Decided
      /** Given back to the source in `planned`, after the occurrence is planned. It is not stored. */
      onward?: unknown
    }
  | { kind: 'skip'; reason: SkipReason; onward?: unknown }
  /**
   * Nothing is left for this slot: the source is at its end. Of the late slots only the first `missed` are recorded,
   * because something was left for them. `onward` is given back.
   */
  | { kind: 'end'; missed: number; onward?: unknown }
  /**
   * The slot waits until the one before it has ended, until a pause ends, or until its own time. Then the
   * source is asked again.
   */
  | { kind: 'wait'; for: 'overlap' }
  | { kind: 'wait'; for: 'pause' | 'slot'; until: Date }

/** Why a whole slot is skipped. */
export type SkipReason =
  | 'late'
  | 'no_groups'
  | 'overlap'
  | 'paused'
  /** Of a cycle: all of its groups are in quiet hours and skip what is due then. */
  | 'quiet_hours'
  | 'no_steps'

/** Where a delivery goes: a group, or a topic in it. */
export type Target = { groupId: string; topicId: string | null }

/** The contents for one group or topic, in order: each waits until the one before it has ended. */
export type Post = Target & { contentIds: readonly string[] }

declare module '../platform/context.ts' {
  interface Context {
    readonly sources: Readonly<Partial<Record<SourceKind, Source>>>
    /** The version of this process's time zone data, such as 2026c; a later version is greater as text. */
    readonly zoneData: string
  }
}
