import type { Content } from '@carillon/contract/content/content'
import type { Context, Reading, Tx } from '../platform/context.ts'
import * as store from './store.ts'

/** Keeps what is said, for good: an occurrence planned with it sends just this. Answers its id. */
export async function saveContent(
  ctx: Context,
  tx: Tx,
  userId: string,
  body: Content,
): Promise<string> {
  const id = ctx.ids.next()
  await store.insert(tx, {
    id,
    userId,
    body: JSON.stringify(body),
    createdAt: ctx.clock.now(),
  })
  return id
}

/** What a person's export has of what they said, in all its versions. */
export const contentData = {
  name: 'contents',
  export: (ctx: Reading, userId: string) => store.listOf(ctx, userId),
  erase: (ctx: Context, userId: string) => ctx.transaction((tx) => store.eraseSome(tx, userId)),
}

/** What contents say, by id; those that do not exist are left out. */
export const readContents = (reading: Reading, ids: readonly string[]) => store.read(reading, ids)
