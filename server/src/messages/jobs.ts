import type { Context } from '../platform/context.ts'
import { noteGroupless } from './groupless.ts'
import { endPause, halt } from './self-pause.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    /** A pause with an end has ended. */
    'messages.resume': { messageId: string }
    /** A series paused itself: its schedule is to be removed. */
    'messages.halt': { messageId: string }
    /** Groups of a user were removed; a message may have no group left. */
    'messages.groupsRemoved': { userId: string }
  }
}

/** Shows a series as active again. Its schedule was set when it was paused. */
export const resumeAfterPause = (ctx: Context, { messageId }: { messageId: string }) =>
  endPause(ctx, messageId)

/** Removes the schedule of a series that paused itself. */
export const haltSeries = (ctx: Context, { messageId }: { messageId: string }) =>
  halt(ctx, messageId)

/** Gives attention to messages that have no group left after a removal. */
export const afterGroupsRemoved = (ctx: Context, { userId }: { userId: string }) =>
  noteGroupless(ctx, userId)
