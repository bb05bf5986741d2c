import { expect, test } from 'vitest'
import { openFollowing } from '../../../test/follow-ups.ts'
import { deleteSent, editSent } from './changes.ts'
import { readSent } from './reads.ts'

const text = (words: string) => ({ kind: 'text' as const, text: words })

test('what several runs of a message have sent is edited and deleted together, by choice', async () => {
  const { user, chatIds, send, idle, seen } = await openFollowing({
    groups: 2,
    content: text('Nine'),
  })
  const first = await send()
  const second = await send()
  expect(await readSent(user, second)).toMatchObject({
    count: 2,
    others: [{ occurrenceId: first, count: 2, editable: [{ count: 2 }], deletable: 2 }],
  })
  await editSent(user, second, { content: text('Ten'), others: [first] })
  await idle()
  for (const chat of chatIds) expect(await seen(chat)).toEqual(['Ten edited', 'Ten edited'])
  await editSent(user, second, { content: text('Eleven') })
  await idle()
  expect(await seen()).toEqual(['Ten edited', 'Eleven edited'])
  // What the other run says is not what this one says any more.
  expect((await readSent(user, second)).others).toMatchObject([{ editable: [], deletable: 2 }])
  await deleteSent(user, second, { others: [first] })
  await idle()
  for (const chat of chatIds) expect(await seen(chat)).toEqual([])
  expect(await readSent(user, second)).toMatchObject({ count: 0, others: [] })
})

test('a run of another message is not changed with it', async () => {
  const { app, user, send } = await openFollowing({ content: text('Nine') })
  const [first, second] = [await send(), await send()]
  await app.pool.query('update occurrences set source_id = $1 where id = $2', [
    app.ctx.ids.next(),
    first,
  ])
  await expect(deleteSent(user, second, { others: [first] })).rejects.toMatchObject({
    extra: { details: [{ path: 'others', message: 'This is a run of another message.' }] },
  })
  expect((await readSent(user, second)).others).toEqual([])
})

test('with the copies of other runs, and what is still to be done, it is said how many can be reached', async () => {
  const { app, user, send } = await openFollowing({ groups: 2, content: text('Nine') })
  await send()
  const run = await send()
  const channel = user.channels.get('telegram-bot')!
  const pace = { ...channel.capabilities.pace, account: { perSecond: 1 / 600, burst: 2 } }
  const followUps = { ...channel.followUps, windowMs: { edit: 60_000 } }
  const slow = { ...channel, followUps, capabilities: { ...channel.capabilities, pace } }
  const reader = { ...user, channels: new Map([[channel.kind, slow]]) }
  const reasons = async () => (await readSent(reader, run)).contents[0]?.reasons
  expect(await reasons()).toEqual([
    expect.stringMatching(/^With those of other runs: About 2 of them can be edited in the /),
  ])
  await app.pool.query(
    `insert into follow_ups (delivery_id, kind, cause, account_id, user_id, occurrence_id, source_id, due_at, not_before, created_at)
     select d.id, 'pin', 'content', d.account_id, d.user_id, d.occurrence_id, d.occurrence_id, now() - interval '1 day', now() - interval '1 day', now()
     from deliveries d limit 1`,
  )
  expect(await reasons()).toEqual([expect.stringMatching(/^About 1 of them can be edited in the /)])
})
