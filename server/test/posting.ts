import { hash } from 'node:crypto'
import type { Content } from '@carillon/contract/content/content'
import { PART_BYTES, type MediaKind } from '@carillon/contract/media'
import { png } from '../../sandbox/src/testing.ts'
import { saveContent } from '../src/content/actions.ts'
import { partKey } from '../src/media/rules.ts'
import type { Clock } from '../src/platform/clock.ts'
import type { UserContext } from '../src/platform/context.ts'
import type { TestApp } from './test-app.ts'

/** The parts of a test app that are needed to insert rows. */
type World = Pick<TestApp, 'ctx' | 'pool'> & { clock: Clock }

/** What a user needs to post: groups on an account, and a content. */
export type Posting = {
  user: UserContext
  accountId: string
  groupIds: string[]
  contentId: string
}

export type PostingOptions = {
  user?: UserContext
  groups?: number
  /** The chats' ids at the network, instead of `groups` invented ones. */
  chats?: string[]
  text?: string
  /** The account's bot token; the part before the colon is its id at the network. */
  token?: string
  channel?: 'telegram-bot' | 'whatsapp'
}

/** Puts a connected account with groups into the test app, as connecting and choosing leave them. */
export async function createPosting(app: TestApp, options: PostingOptions = {}): Promise<Posting> {
  return createPostingFor(app, options.user ?? (await app.person({ tier: 'pro' })), options)
}

/** The same for a user who is there already. */
export async function createPostingFor(
  app: World,
  user: UserContext,
  options: Omit<PostingOptions, 'user'> = {},
): Promise<Posting> {
  const { ids, secrets } = app.ctx
  const now = app.clock.now()
  const channel = options.channel ?? 'telegram-bot'
  const token = options.token ?? `${Math.floor(Math.random() * 1e9)}:none`
  const botId = token.split(':', 1)[0]
  const accountId = ids.next()
  const sealed = secrets.seal(token, `accounts.credentials:${accountId}`)
  await app.pool.query(
    `insert into accounts (id, channel, external_id, identity, username, name, credentials, status, since, created_at, updated_at)
     values ($1, $2, $3, $4, 'bot_' || $3, 'Bot ' || $3, $5, 'connected', $6, $6, $6)`,
    [accountId, channel, botId, `@bot_${botId}`, sealed, now],
  )
  const chats =
    options.chats ?? Array.from({ length: options.groups ?? 1 }, (_, n) => `-100${botId}${n}`)
  const groupIds = await giveGroups(app, { user, accountId, channel, chats })
  const contentId = await giveContent(app, user, options.text)
  return { user, accountId, groupIds, contentId }
}

/** Inserts a content of a user. */
export async function giveContent(
  app: World,
  { user }: UserContext,
  text = 'Rehearsal at seven.',
): Promise<string> {
  const id = app.ctx.ids.next()
  await app.pool.query(
    'insert into contents (id, user_id, body, created_at) values ($1, $2, $3, $4)',
    [id, user.id, { kind: 'text', text }, app.clock.now()],
  )
  return id
}

/** A file in the library of a user, as if it had been uploaded. */
export async function giveFile(
  { ctx, clock, pool }: World,
  { user }: UserContext,
  given: { kind?: MediaKind; bytes?: Buffer; name?: string } = {},
): Promise<string> {
  const { kind = 'photo', bytes = png(40, 30), name = 'choir.png' } = given
  const id = ctx.ids.next()
  const parts = Math.ceil(bytes.length / PART_BYTES)
  for (let part = 0; part < parts; part++) {
    const piece = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)
    await ctx.storage.put(partKey(id, part), piece)
  }
  await pool.query(
    `insert into media (id, user_id, purpose, status, kind, mime, name, alt, bytes, parts, received, sha256,
       created_at, updated_at)
     values ($1, $2, 'library', 'ready', $3, 'image/png', $4, '', $5, $6, $6, $7, $8, $8)`,
    [id, user.id, kind, name, bytes.length, parts, hash('sha256', id, 'buffer'), clock.now()],
  )
  return id
}

/** Inserts any content. */
export const giveContentOf = (app: World, { user }: UserContext, body: Content): Promise<string> =>
  app.ctx.transaction((tx) => saveContent(app.ctx, tx, user.id, body))

/** Lets a user post to chats of an account that exists, as a shared bot's users do. */
export async function giveGroups(
  app: World,
  given: { user: UserContext; accountId: string; channel: string; chats: readonly string[] },
): Promise<string[]> {
  const { user, accountId, channel, chats } = given
  const now = app.clock.now()
  const connectionId = app.ctx.ids.next()
  await app.pool.query(
    `insert into connections (id, user_id, account_id, created_at, updated_at) values ($1, $2, $3, $4, $4)`,
    [connectionId, user.user.id, accountId, now],
  )
  const groupIds = chats.map(() => app.ctx.ids.next())
  await app.pool.query(
    `insert into groups (id, user_id, connection_id, account_id, channel, external_id, title, kind, status,
       created_at, updated_at)
     select id, $3, $4, $5, $6, chat, 'Choir ' || chat, 'group', 'active', $7, $7
     from unnest($1::uuid[], $2::text[]) as g(id, chat)`,
    [groupIds, chats, user.user.id, connectionId, accountId, channel, now],
  )
  return groupIds
}
