import { expect, test, vi } from 'vitest'
import { bellOf } from '../../../test/bell.ts'
import { openFollowing } from '../../../test/follow-ups.ts'
import { claimFollowUp } from '../../deliveries/actions.ts'
import { deleteSent } from '../sent/changes.ts'
import { readSent } from '../sent/reads.ts'
import { after, hours, minutes, seconds } from '../../platform/clock.ts'
import { readMessage, updateMessage } from '../../messages/actions.ts'

const PIN = { can_pin_messages: true }
const said = (options: object) => ({ kind: 'text' as const, text: 'Sunday at nine', options })

test('what is to be pinned is pinned, and the one before is unpinned', async () => {
  const { send, idle, seen, followUps } = await openFollowing({
    content: said({ pin: 'silent', unpinPrevious: true }),
    rights: PIN,
  })
  await send()
  await idle()
  expect(await seen()).toEqual(['Sunday at nine pinned'])
  await send()
  await idle()
  expect(await seen()).toEqual(['Sunday at nine', 'Sunday at nine pinned'])
  expect(await followUps()).toMatchObject([
    [{ kind: 'pin', status: 'done', text: 'It was pinned.' }],
    [
      { kind: 'pin', status: 'done' },
      {
        kind: 'unpin',
        status: 'done',
        text: 'It was unpinned when the next copy was pinned.',
      },
    ],
  ])
})

test('without that option what was pinned before stays pinned, and so does what others pinned', async () => {
  const { send, idle, seen } = await openFollowing({
    content: said({ pin: 'notify' }),
    rights: PIN,
  })
  await send()
  await send()
  await idle()
  expect(await seen()).toEqual(['Sunday at nine pinned', 'Sunday at nine pinned'])
})

test('a message is deleted when its time is over, counted from when each group got it', async () => {
  const { send, idle, pass, seen, followUps } = await openFollowing({
    content: said({ deleteAfterMinutes: 30 }),
  })
  await send()
  await idle()
  expect(await followUps()).toMatchObject([[{ kind: 'delete', status: 'waiting' }]])
  await pass(minutes(29))
  expect(await seen()).toHaveLength(1)
  await pass(minutes(1) + seconds(1))
  expect(await seen()).toEqual([])
  expect(await followUps()).toMatchObject([
    [{ status: 'done', text: 'It was deleted in the group when its time was over.' }],
  ])
})

test('a message replaces its copy before, and stops when that is switched off', async () => {
  const { user, id, groupIds, app, sandbox, send, idle, seen } = await openFollowing({
    content: said({ replacePrevious: true }),
  })
  await send()
  await send()
  await idle()
  expect(await seen()).toHaveLength(1)
  await sandbox.chaos({ method: 'deleteMessage', fault: 'reset', when: 'before', rate: 1 })
  await send()
  await idle()
  const { rev, kind, schedule } = await readMessage(user, user, id)
  await updateMessage(user, id, {
    rev,
    kind,
    schedule: schedule!,
    groupIds,
    content: said({}),
    catchUpMinutes: 15,
    onUnconfirmed: 'ask',
    overlap: 'skip',
    pauseAfterFailures: 5,
    status: 'active',
  })
  await sandbox.noFaults()
  app.clock.advance(hours(1))
  await idle()
  expect(await seen()).toHaveLength(2)
})

test('a pin that the bot has no right to fails in words, and is told once behind the bell', async () => {
  const { user, send, idle, seen, followUps, app } = await openFollowing({
    groups: 3,
    content: said({ pin: 'silent' }),
  })
  await send()
  await idle()
  const reason = 'The bot may not pin messages there. Allow that to it or to all members.'
  expect((await followUps())[0]).toMatchObject([
    { kind: 'pin', status: 'failed', text: `It was not pinned: ${reason}` },
  ])
  app.clock.advance(1_000)
  await vi.waitUntil(async () => (await bellOf(user)).length > 0, 10_000)
  app.clock.advance(minutes(2))
  await idle()
  expect(await bellOf(user)).toMatchObject([
    {
      kind: 'deliveries',
      title: expect.stringMatching(/^A message could not be pinned in Choir .* and 2 more$/),
      message: expect.stringMatching(
        /^“Sunday at nine” could not be pinned in Choir .* and 2 more: The bot may not pin/,
      ),
      count: 1,
    },
  ])
  expect(await seen()).toEqual(['Sunday at nine'])
})

test('a deletion that fails after a pin did is told as well', async () => {
  const { app, user, sandbox, send, idle, pass } = await openFollowing({
    content: said({ pin: 'silent', deleteAfterMinutes: 5 }),
  })
  await send()
  await idle()
  const told = async (title: string) => {
    app.clock.advance(1_000)
    return vi.waitUntil(async () => (await bellOf(user))[0]?.title.startsWith(title), 10_000)
  }
  await told('A message could not be pinned in ')
  await sandbox.chaos({ method: 'deleteMessage', fault: 'refuse', when: 'before', rate: 1 })
  await pass(minutes(6))
  await told('A message could not be deleted in ')
  expect(await bellOf(user)).toMatchObject([
    { message: expect.stringMatching(/could not be deleted in .* could not be pinned in/) },
  ])
})

test('a flood wait of a chat holds it there, and other groups go on', async () => {
  const { sandbox, chatIds, send, idle, pass, seen } = await openFollowing({
    groups: 2,
    content: said({ pin: 'silent' }),
    rights: PIN,
  })
  const flood = { method: 'pinChatMessage', when: 'before', fault: 'flood', amount: 300 } as const
  await sandbox.chaos({ ...flood, chat: chatIds[0]!, next: 1 })
  await send()
  await idle()
  expect(await seen(chatIds[0])).toEqual(['Sunday at nine'])
  expect(await seen(chatIds[1])).toEqual(['Sunday at nine pinned'])
  await pass(seconds(301))
  expect(await seen(chatIds[0])).toEqual(['Sunday at nine pinned'])
})

test('a pin whose answer was lost is made sure of, and members are not told twice', async () => {
  const { sandbox, chatIds, send, idle, pass, seen } = await openFollowing({
    content: said({ pin: 'notify' }),
    rights: PIN,
  })
  await sandbox.chaos({ method: 'pinChatMessage', fault: 'reset', when: 'after', next: 1 })
  await send()
  await idle()
  await pass(minutes(2))
  expect(await seen()).toEqual(['Sunday at nine pinned'])
  const pins = (await sandbox.messages(chatIds[0]!)).filter(
    ({ content }) => content.kind === 'service' && content.service.kind === 'pinned',
  )
  expect(pins).toHaveLength(1)
})

test('another process goes on where one has ended', async () => {
  const { worker, start, send, idle, pass, seen } = await openFollowing({
    content: said({ deleteAfterMinutes: 5 }),
  })
  await send()
  await worker.sender.close()
  await worker.close()
  await start()
  await pass(minutes(6))
  await idle()
  expect(await seen()).toEqual([])
})

test('the users of an account take turns, so that thousands of one hold up nobody else', async () => {
  const { app, user, send } = await openFollowing({ content: said({ deleteAfterMinutes: 5 }) })
  await send()
  const [first] = (await app.pool.query('select * from follow_ups')).rows
  const other = await app.person()
  for (let n = 0; n < 3; n++) {
    const { rows } = await app.pool.query(
      `insert into occurrences select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
         'schedule_id', null))).* from occurrences o limit 1 returning id`,
    )
    const copied = await app.pool.query(
      `insert into deliveries select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(),
         'occurrence_id', $1::text))).* from deliveries d where id = $2 returning id`,
      [rows[0].id, first.delivery_id],
    )
    await app.pool.query(
      `insert into follow_ups select (jsonb_populate_record(f, jsonb_build_object('delivery_id', $1::text,
         'user_id', $2::text))).* from follow_ups f where delivery_id = $3`,
      [copied.rows[0].id, n === 0 ? other.user.id : user.user.id, first.delivery_id],
    )
  }
  const { rows } = await app.pool.query('select epoch from accounts where id = $1', [
    first.account_id,
  ])
  const now = after(app.clock.now(), minutes(6))
  const turns: string[] = []
  for (let afterUser = ''; turns.length < 4; afterUser = turns.at(-1)!) {
    const claimant = { accountId: first.account_id, epoch: Number(rows[0].epoch), afterUser }
    const claimed = (await claimFollowUp(app.ctx, now, claimant))!
    await app.pool.query('update follow_ups set done_at = now() where delivery_id = $1', [
      claimed.deliveryId,
    ])
    turns.push(claimed.userId)
  }
  expect(turns.slice(0, 2).toSorted()).toEqual([user.user.id, other.user.id].toSorted())
})

test('a former owner of an account begins and ends nothing', async () => {
  const { app, send } = await openFollowing({ content: said({ deleteAfterMinutes: 5 }) })
  await send()
  const { rows } = await app.pool.query('select account_id from follow_ups')
  const former = { accountId: rows[0].account_id, epoch: 0, afterUser: '' }
  const later = after(app.clock.now(), minutes(6))
  expect(await claimFollowUp(app.ctx, later, former)).toBeUndefined()
})

test('a user who may not use the bot of a group any more does nothing there through it, and hears why', async () => {
  const { app, user, send, idle, pass, seen, followUps } = await openFollowing({
    content: said({ deleteAfterMinutes: 5 }),
  })
  const run = await send()
  await app.pool.query(`update groups set status = 'disconnected'`)
  await pass(minutes(6))
  await idle()
  expect(await seen()).toHaveLength(1)
  const why = 'The token of its bot was changed. Paste the current token first.'
  expect((await followUps())[0]).toMatchObject([
    {
      status: 'failed',
      text: `It was not deleted: ${why} You can delete it by hand in the group.`,
    },
  ])
  const first = /^Paste the current token of the bot first, for: “Choir /
  expect(await readSent(user, run)).toMatchObject({
    count: 1,
    deletable: 0,
    reasons: [expect.stringMatching(first)],
  })
  await expect(deleteSent(user, run)).rejects.toThrow(first)
})

test('follow-ups that are due through an account that no process serves any more come to an end', async () => {
  const { app, worker, start, send, followUps } = await openFollowing({
    content: said({ deleteAfterMinutes: 5 }),
  })
  await send()
  await worker.close()
  await app.pool.query(`update accounts set credentials = null, status = 'needs_pairing'`)
  app.clock.advance(hours(49) + minutes(6))
  await start()
  await vi.waitUntil(async () => (await followUps())[0]?.[0]?.status === 'failed', 10_000)
  expect((await followUps())[0]).toMatchObject([
    {
      text: 'It was not deleted: It could not be tried for two days. You can delete it by hand in the group.',
    },
  ])
})

test('a bot whose token was revoked is lost by a follow-up as well, and what is due waits for it', async () => {
  const { app, sandbox, send, idle, followUps, pass } = await openFollowing({
    content: said({ deleteAfterMinutes: 5 }),
  })
  await send()
  await idle()
  await sandbox.revokeToken(sandbox.botId)
  await pass(minutes(6))
  const status = async () => (await app.pool.query('select status from accounts')).rows[0].status
  await vi.waitUntil(async () => (await status()) === 'needs_pairing', 10_000)
  expect((await followUps())[0]).toMatchObject([{ kind: 'delete', status: 'waiting' }])
})
