import { isDeepStrictEqual } from 'node:util'
import type { CheckedChat } from '../port/chats.ts'
import type { ChannelEvent } from '../port/receiving.ts'
import { chatOf, storable } from './chats.ts'
import type { GroupAsked } from './protocol.ts'

/** Tells of chats what was not told before: a connection that comes back tells only what has changed. */
export type ToldChats = {
  /** Undefined where there is nothing to tell. */
  group(group: GroupAsked): Promise<unknown> | undefined
  title(externalId: string, subject: string): Promise<unknown>
  /** All is told again. */
  forget(): void
}

export function openToldChats(tell: (event: ChannelEvent) => Promise<unknown>): ToldChats {
  const toldOf = new Map<string, CheckedChat>()
  return {
    group(group) {
      const chat = chatOf(group)
      if (isDeepStrictEqual(toldOf.get(group.id), chat)) return undefined
      toldOf.set(group.id, chat)
      return tell({ kind: 'chat', chat })
    },
    title(externalId, subject) {
      const title = storable(subject)
      const known = toldOf.get(externalId)
      if (known && !known.lost) toldOf.set(externalId, { ...known, title })
      return tell({ kind: 'renamed', externalId, title })
    },
    forget: () => toldOf.clear(),
  }
}
