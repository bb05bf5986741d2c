import type { Context, Tx } from '../platform/context.ts'

declare module '../platform/news/news.ts' {
  interface NewsKinds {
    'group.updated': true
  }
}

/** The rules of a group were changed: its quiet hours, its limits or its time zone. */
export type GroupRulesChanged = (ctx: Context, tx: Tx, groupId: string) => Promise<void>

/** Two groups of a connection turned out to be one chat: `gone` is removed, `kept` has its place. */
export type GroupsMerged = (
  ctx: Context,
  tx: Tx,
  merged: { kept: string; gone: string },
) => Promise<void>

declare module '../platform/context.ts' {
  interface Context {
    readonly groupRulesChanged: GroupRulesChanged
    readonly groupsMerged: GroupsMerged
  }
}
