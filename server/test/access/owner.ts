import { PART_BYTES } from '@carillon/contract/media'
import type { Schedule } from '@carillon/contract/schedule'
import { createCycle } from '../../src/cycles/actions.ts'
import { deleteCycle } from '../../src/cycles/deletion.ts'
import { noteChat } from '../../src/connections/chats.ts'
import { createSet } from '../../src/group-sets/actions.ts'
import { createMessage, sendMessageNow } from '../../src/messages/actions.ts'
import { deleteMessage } from '../../src/messages/deletion.ts'
import { notify } from '../../src/notifications/actions.ts'
import { finishUpload, startUpload, takePart } from '../../src/media/upload.ts'
import type { UserContext } from '../../src/platform/context.ts'
import { openBrowser, type Web } from '../browser.ts'
import { cycleInput } from '../cycle-input.ts'
import { messageInput } from '../message-input.ts'
import type { TestApp } from '../test-app.ts'
import { createPostingFor } from '../posting.ts'
import { daily } from '../series.ts'

/** Somebody signed up, and what can be made for them; each answers the id of what it made. */
export type Owner = Awaited<ReturnType<typeof signUp>>

/** Everybody's. */
export const password = 'correct horse battery'

export async function signUp(app: TestApp, web: Web, name: string) {
  const browser = openBrowser(app, web)
  const email = `${name}@example.org`
  await browser.post('/api/auth/sign-up/email', { email, password, name })
  const token = await browser.token()
  const { data } = await browser.api('GET', '/api/users/me', undefined, token)
  const id = String(data?.['uid'])
  await app.pool.query(`update users set tier = 'pro' where id = $1`, [id])
  const ctx: UserContext = {
    ...app.ctx,
    user: { id, email, name, picture: null, sessionId: null },
  }
  const rowOf = async (table: string) => {
    const { rows } = await app.pool.query<{ id: string }>(
      `select id from ${table} where user_id = $1 order by created_at desc, id desc limit 1`,
      [id],
    )
    return rows[0]!.id
  }

  const posting = () => {
    // Each thing is newer than the one before it.
    app.clock.advance(1)
    return createPostingFor(app, ctx)
  }
  const group = async () => (await posting()).groupIds[0]!
  const message = async (schedule?: Schedule) =>
    createMessage(
      ctx,
      messageInput([await group()], schedule ? { kind: 'automated', schedule } : {}),
    )
  const cycle = async () => createCycle(ctx, cycleInput([await group()]))
  const sent = async (table: string) => {
    await sendMessageNow(ctx, (await message()).id)
    return rowOf(table)
  }

  return {
    id,
    browser,
    token,
    group,
    async groupSet() {
      const member = await group()
      return (await createSet(ctx, { name: member, groupIds: [member] })).id
    },
    async connection() {
      await posting()
      return rowOf('connections')
    },
    /** A chat of the connection that is no group yet. */
    async chat(connectionId: string) {
      const externalId = '-100777'
      const { rows } = await app.pool.query<{ accountId: string }>(
        'select account_id as "accountId" from connections where id = $1',
        [connectionId],
      )
      const chat = {
        externalId,
        title: 'Choir',
        kind: 'group',
        canPost: true,
        lost: false,
      } as const
      await ctx.transaction((tx) => noteChat(ctx, tx, rows[0]!.accountId, chat))
      return externalId
    },
    message,
    async deleted() {
      const one = await message()
      await deleteMessage(ctx, one.id)
      return one
    },
    series: () => message(daily),
    cycle,
    async deletedCycle() {
      const one = await cycle()
      await deleteCycle(ctx, one.id)
      return one
    },
    occurrence: () => sent('occurrences'),
    delivery: () => sent('deliveries'),
    async notification() {
      const notice = {
        kind: 'groups',
        reason: 'x',
        title: 'A group',
        message: 'It is there.',
      } as const
      await ctx.transaction((tx) => notify(ctx, tx, id, notice))
      return rowOf('notifications')
    },
    /** A file of which the first of two parts has arrived; when `whole`, both have. */
    async upload({ whole = false } = {}) {
      app.clock.advance(1)
      const file = { name: 'rules.pdf', purpose: 'library', alt: '' } as const
      const { id } = await startUpload(ctx, { ...file, bytes: PART_BYTES + 1 })
      await takePart(ctx, { id, part: 0 }, Buffer.from('%PDF-1.7'.padEnd(PART_BYTES, id)))
      if (whole) await takePart(ctx, { id, part: 1 }, Buffer.from('x'))
      return id
    },
    async media() {
      const id = await this.upload({ whole: true })
      await finishUpload(ctx, id, {})
      return id
    },
    /** Another place where they are signed in. */
    async session() {
      await openBrowser(app, web).post('/api/auth/sign-in/email', { email, password })
      const { data } = await browser.api('GET', '/api/users/me/sessions', undefined, token)
      const items = data?.['items'] as { id: string; current: boolean }[]
      return items.find(({ current }) => !current)!.id
    },
  }
}
