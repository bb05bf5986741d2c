import { bellOf } from '../../test/bell.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { givePosting } from '../../test/posting.ts'
import { messageInput } from '../../test/drafting.ts'
import { plan } from '../../test/planning.ts'
import { endPending } from '../deliveries/store.ts'
import { createMessage, pauseMessage, readMessage } from '../messages/actions.ts'
import type { Input } from '../messages/checks.ts'
import { finishOccurrences } from '../occurrences/actions.ts'

const input = (groupIds: string[], change: Partial<Input> = {}) =>
  messageInput(groupIds, { title: 'Rehearsal', ...change })

/** A message that has just been planned to so many groups. */
async function underWay(app: TestApp, groups: number) {
  const { user, groupIds } = await givePosting(app, { groups })
  const message = await createMessage(user, input(groupIds))
  app.clock.moveTo('2026-06-01T10:00:00Z')
  await plan(app)
  const { rows } = await app.pool.query<{ id: string; occurrence_id: string }>(
    'select id, occurrence_id from deliveries order by id',
  )
  const [first] = rows
  return { user, message, occurrenceId: first!.occurrence_id, ids: rows.map(({ id }) => id) }
}

/** Ends these deliveries, as lanes do. */
const end = (
  { ctx }: TestApp,
  ids: string[],
  ended: Parameters<typeof endPending>[3] = {
    status: 'failed',
    code: 'no_rights',
    reason: 'The bot may not write there.',
  },
) => ctx.transaction((tx) => endPending(tx, ctx.clock.now(), { ids }, ended))

/** Marks the deliveries that are left as sent, and settles their occurrence. */
async function sendRest({ ctx, pool }: TestApp, occurrenceId: string) {
  const { rowCount } = await pool.query(
    `update deliveries set status = 'sent' where occurrence_id = $1 and status = 'queued'`,
    [occurrenceId],
  )
  await pool.query('update occurrences set sent = sent + $2 where id = $1', [
    occurrenceId,
    rowCount,
  ])
  await ctx.transaction((tx) => finishOccurrences(ctx, tx, [occurrenceId]))
}

test('success is quiet', async ({ app }) => {
  const { user, occurrenceId } = await underWay(app, 2)
  await sendRest(app, occurrenceId)
  expect(await bellOf(user)).toEqual([])
})

test('what some groups did not get is told once, with the way to it', async ({ app }) => {
  const { user, message, occurrenceId, ids } = await underWay(app, 3)
  await end(app, ids.slice(0, 1))
  await sendRest(app, occurrenceId)
  expect(await bellOf(user)).toMatchObject([
    {
      kind: 'deliveries',
      title: '“Rehearsal” did not reach every group',
      message: expect.stringMatching(/^Choir -\d+ did not get it: the bot may not write there\.$/),
      link: `/dashboard/messages/edit/${message.id}`,
      count: 1,
    },
  ])
})

test('what nobody got is told; one that nobody got in time, too', async ({ app }) => {
  const { user, occurrenceId, ids } = await underWay(app, 2)
  await end(app, ids.slice(1), {
    status: 'skipped',
    code: 'late',
    reason: 'It was not sent: its time had passed.',
  })
  await end(app, ids.slice(0, 1))
  await sendRest(app, occurrenceId)
  expect(await bellOf(user)).toMatchObject([
    {
      title: '“Rehearsal” was not sent',
      message: expect.stringMatching(
        /^None of the 2 groups got it\. Choir -\d+: the bot may not write there\.$/,
      ),
    },
  ])
})

test('the message itself says the same as the bell, with the way to mend it', async ({ app }) => {
  const { user, message, occurrenceId, ids } = await underWay(app, 1)
  await end(app, ids)
  await sendRest(app, occurrenceId)
  const [item] = await bellOf(user)
  const { attention } = await readMessage(user, user, message.id)
  expect(attention).toMatchObject({ text: item!.message, action: { label: 'Fix' } })
})

test('what may have arrived is asked about', async ({ app }) => {
  const { user, occurrenceId, ids } = await underWay(app, 2)
  await app.pool.query('update deliveries set doubtful = true where id = $1', [ids[0]])
  await end(app, ids.slice(0, 1))
  await sendRest(app, occurrenceId)
  expect(await bellOf(user)).toMatchObject([
    {
      title: '“Rehearsal” may not have arrived',
      message: expect.stringMatching(
        /^Choir -\d+ may have it: the network did not answer\. Look there, then/,
      ),
    },
  ])
})

test('many that were missed while the server was down are one item', async ({ app }) => {
  const { user, groupIds } = await givePosting(app)
  for (const title of ['One', 'Two', 'Three']) await createMessage(user, input(groupIds, { title }))
  app.clock.moveTo('2026-06-01T11:00:00Z')
  await plan(app)
  expect(await bellOf(user)).toMatchObject([
    {
      title: '3 messages were not sent',
      message: 'Their times had passed before they could go out.',
      link: '/dashboard/messages/scheduled',
      count: 3,
    },
  ])
})

test('a message without a title is called by how it begins', async ({ app }) => {
  const { user, groupIds } = await givePosting(app)
  const text = `Bring ${'very '.repeat(20)}warm clothes.`
  const { title: _, ...untitled } = input(groupIds, { content: { kind: 'text', text } })
  await createMessage(user, untitled)
  app.clock.moveTo('2026-06-01T11:00:00Z')
  await plan(app)
  expect((await bellOf(user))[0]?.title).toMatch(/^“Bring very .*…” was not sent$/)
})

test('what a person stops is no news to them', async ({ app }) => {
  const { user, message } = await underWay(app, 2)
  await pauseMessage(user, message.id)
  expect(await bellOf(user)).toEqual([])
})
