import { fromEpoch } from '../platform/clock.ts'
import type { Message } from '@carillon/contract/messages'
import type { Context, Reading, Tx } from '../platform/context.ts'
import { endSchedules } from '../planning/actions.ts'
import { presentMessage } from './present.ts'
import { complete } from './read-models.ts'
import * as store from './store.ts'

/** How many messages are read at once: each may have 5,000 groups. */
const PAGE = 50

/** The messages in a person's export. */
export const messageData = {
  name: 'messages',
  async *export(ctx: Reading, userId: string): AsyncGenerator<Message[]> {
    let last: string | undefined
    do {
      const rows = await store.listById(ctx, userId, last, PAGE)
      yield (await complete(ctx, rows)).map((message) => presentMessage(message, EVER))
      last = rows.length === PAGE ? rows.at(-1)?.id : undefined
    } while (last)
  },
  leave: (_: Context, tx: Tx, userId: string) => endSchedules(tx, userId),
  erase: (ctx: Context, userId: string) => ctx.transaction((tx) => store.eraseSome(tx, userId)),
}

/** Past exceptions are exported too. */
const EVER = fromEpoch(0)
