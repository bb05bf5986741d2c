import { isDeepStrictEqual } from 'node:util'
import type { CheckedChat } from '../port/chats.ts'
import type { ChannelEvent } from '../port/receiving.ts'
import { chatOf, storable } from './chats.ts'
import type { GroupAsked } from './protocol.ts'

/** Emits only changes of chats, so that a restored connection does not emit all chats again. */
export type ReportedChats = {
  /** Undefined if nothing has changed. */
  group(group: GroupAsked): Promise<unknown> | undefined
  title(externalId: string, subject: string): Promise<unknown>
  /** The next report of each chat is emitted again. */
  forget(): void
}

export function openReportedChats(tell: (event: ChannelEvent) => Promise<unknown>): ReportedChats {
  const reported = new Map<string, CheckedChat>()
  return {
    group(group) {
      const chat = chatOf(group)
      if (isDeepStrictEqual(reported.get(group.id), chat)) return undefined
      reported.set(group.id, chat)
      return tell({ kind: 'chat', chat })
    },
    title(externalId, subject) {
      const title = storable(subject)
      const known = reported.get(externalId)
      if (known && !known.lost) reported.set(externalId, { ...known, title })
      return tell({ kind: 'renamed', externalId, title })
    },
    forget: () => reported.clear(),
  }
}
