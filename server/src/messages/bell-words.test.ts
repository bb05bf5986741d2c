import { expect, test, vi } from 'vitest'
import { bellOf } from '../../test/bell.ts'
import { openFollowing } from '../../test/follow-ups.ts'
import { minutes } from '../platform/clock.ts'

const refused = { method: 'sendMessage', fault: 'refuse', when: 'before', rate: 1 } as const

test('the bell names a message by what its run said, in the words of its variables', async () => {
  const content = { kind: 'text' as const, text: '{{group}}: *no. {{n}}* on {{date}}' }
  const { app, user, sandbox, send } = await openFollowing({ content })
  await sandbox.chaos(refused)
  await send()
  const { rows } = await app.pool.query('select title from groups')
  expect(await bellOf(user)).toMatchObject([
    { title: expect.stringContaining(`“${rows[0].title}: no. 1 on `) },
  ])
})

test('for several groups the bell says what a variable stands for', async () => {
  const content = { kind: 'text' as const, text: 'Hello {{group}}', variants: ['Hello {{group}}'] }
  const { user, sandbox, send } = await openFollowing({ content, groups: 2 })
  await sandbox.chaos(refused)
  await send()
  expect(await bellOf(user)).toMatchObject([{ title: '“Hello group name” was not sent' }])
})

test('the bell says what a run said of which something could not be done afterwards', async () => {
  const options = { pin: 'silent' as const }
  const content = { kind: 'text' as const, text: 'Hello {{group}}', options }
  const { app, user, send, idle } = await openFollowing({ content, groups: 2 })
  await send()
  await idle()
  app.clock.advance(minutes(2))
  await vi.waitUntil(async () => (await bellOf(user)).length > 0, 10_000)
  const [first] = (await app.pool.query('select title from groups order by title')).rows
  expect(await bellOf(user)).toMatchObject([
    { message: expect.stringContaining(`“Hello ${first.title}” could not be pinned`) },
  ])
})
