import type { Context } from '../platform/context.ts'
import { noteGroupless } from './groupless.ts'
import { endPause, halt } from './self-pause.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    /** A pause until a time is over. */
    'messages.resume': { messageId: string }
    /** A series stopped itself; nothing more of it is to be planned. */
    'messages.halt': { messageId: string }
    /** Groups of a user were removed; a message may have none left. */
    'messages.groupsRemoved': { userId: string }
  }
}

/** Shows a series as active again; its slots were set when it was paused. */
export const resumeAfterPause = (ctx: Context, { messageId }: { messageId: string }) =>
  endPause(ctx, messageId)

/** Takes a series that stopped itself out of its times. */
export const haltSeries = (ctx: Context, { messageId }: { messageId: string }) =>
  halt(ctx, messageId)

/** Lets the messages that have no group left after a removal say so. */
export const afterGroupsRemoved = (ctx: Context, { userId }: { userId: string }) =>
  noteGroupless(ctx, userId)
