import { messageInput } from '../../test/message-input.ts'
import { expect, test as base, type TestApp } from '../../test/test-app.ts'
import { giveContent, createPosting } from '../../test/posting.ts'
import * as messages from '../messages/actions.ts'
import { days } from '../platform/clock.ts'
import { forgetContents } from './actions.ts'

/** Room for two of these. */
const env = { LIMIT_STORED_BYTES: '3000' }
const long = 'x'.repeat(1_200)

const test = base.extend({ appOptions: async ({}, use) => use({ env }) })

const draft = (groupIds: string[], text: string) =>
  messageInput(groupIds, { status: 'draft', content: { kind: 'text', text } })

/** What is counted for each user, and what is there. */
async function counted({ pool }: TestApp) {
  const { rows } = await pool.query<{ counted: number; there: number }>(
    `select stored_bytes::int as counted,
       (select coalesce(sum(octet_length(body::text) + 100), 0)::int from contents where user_id = u.id) as there
     from users u`,
  )
  return rows
}

const refused = {
  code: 'invalid',
  extra: {
    details: [
      {
        path: 'content',
        message:
          'Your messages, with their older versions, fill the 0.003 MB that this server allows. Delete some, or wait until older versions are forgotten.',
      },
    ],
  },
}

test('who has no room left changes and makes no message, until older versions are forgotten', async ({
  app,
}) => {
  const { ctx, clock } = app
  const { user, groupIds } = await createPosting(app, { text: '.' })
  const message = await messages.createMessage(user, draft(groupIds, long))
  const edit = (text: string) =>
    messages.updateMessage(user, message.id, { ...draft(groupIds, text), rev: message.rev })
  const edited = await edit(`${long}.`)
  await expect(
    messages.updateMessage(user, message.id, {
      ...draft(groupIds, `${long}..`),
      rev: edited.rev,
    }),
  ).rejects.toMatchObject(refused)
  await expect(messages.createMessage(user, draft(groupIds, long))).rejects.toMatchObject(refused)
  // Others have room of their own.
  const other = await createPosting(app)
  await messages.createMessage(other.user, draft(other.groupIds, long))

  clock.advance(days(8))
  await forgetContents(ctx, new AbortController().signal)
  await messages.createMessage(user, draft(groupIds, long))
  for (const { counted: told, there } of await counted(app)) expect(told).toBe(there)
})

test('of two who take the last room at once, one gets it', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const made = await messages.createMessage(user, draft(groupIds, long))
  const both = await Promise.allSettled([
    messages.createMessage(user, draft(groupIds, long)),
    messages.updateMessage(user, made.id, { ...draft(groupIds, `${long}.`), rev: made.rev }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused })
})

test('bytes are counted for each user of a statement, and go with a user', async ({ app }) => {
  const people = [await app.person(), await app.person(), await app.person()]
  for (const one of people) await giveContent(app, one)
  await giveContent(app, people[0]!)
  const bytes = (await counted(app)).map((one) => one.counted)
  expect(bytes.toSorted((a, b) => a - b)).toEqual([147, 147, 294])
  await app.pool.query('delete from users where id = $1', [people[0]!.user.id])
  await app.pool.query('delete from contents')
  expect(await counted(app)).toEqual([
    { counted: 0, there: 0 },
    { counted: 0, there: 0 },
  ])
})
