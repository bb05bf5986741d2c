import type { Context, Tx } from '../platform/context.ts'

/** A group bears only so many messages from now on: what it got just before counts too. */
export type GroupLimited = (ctx: Context, tx: Tx, groupId: string) => Promise<void>

declare module '../platform/context.ts' {
  interface Context {
    readonly groupLimited: GroupLimited
  }
}
