import { expect, test } from 'vitest'
import { giveFile, giveContentOf } from '../../test/posting.ts'
import { openSending, type Sending } from '../../test/sending.ts'
import type { Channel } from '../channels/port.ts'
import { readOccurrence } from '../occurrences/actions.ts'
import { hours, instant, minutes } from '../platform/clock.ts'
import { obstacleOf } from './allowances.ts'

/** Senders for a channel that lets an account send two messages on its first day and three on each later one. */
async function gently({ app, ctx, startSending }: Sending) {
  const channel = ctx.channels.get('telegram-bot')!
  const allowance: Channel['allowance'] = {
    most: (day) => (day === 1 ? 2 : 3),
    warmUpDays: 1,
    async used(_reading, since) {
      const counts = [...since].map(async ([id, at]): Promise<[string, number]> => {
        const { rowCount } = await app.pool.query(
          'select from deliveries where account_id = $1 and (sent_at >= $2 or doubtful)',
          [id, at],
        )
        return [id, rowCount ?? 0]
      })
      return new Map(await Promise.all(counts))
    },
    async counted(_reading, _accountId, ids) {
      const { rows } = await app.pool.query<{ id: string }>(
        'select id from deliveries where id = any($1::uuid[]) and doubtful',
        [ids],
      )
      return new Set(rows.map(({ id }) => id))
    },
  }
  const pace = { ...channel.capabilities.pace, inFlight: 1 }
  const gentle = { ...channel, allowance, capabilities: { ...channel.capabilities, pace } }
  return startSending({ ctx: { channels: new Map([[channel.kind, gentle]]) } })
}

test('what is above the allowance of a day goes out on the next day at the same time, and what that day cannot take is late', async () => {
  const sending = await openSending({ now: '2026-06-01T18:30:00Z' })
  const { app, sandbox, posting, plan, until } = sending
  const user = await app.person({ tier: 'pro', timeZone: 'Europe/Berlin' })
  const choir = await posting({ groups: 6, user })
  await gently(sending)
  const ids = await plan(choir)
  const counts = async () =>
    Object.fromEntries(
      [...Map.groupBy(await statuses(sending, ids), (one) => one)].map(([one, all]) => [
        String(one),
        all.length,
      ]),
    )
  await until(async () => (await counts())['waiting'] === 4)
  expect(await counts()).toEqual({ sent: 2, waiting: 4 })
  const [waiting] = await withStatus(sending, ids, 'waiting')
  expect(waiting).toMatchObject({
    code: 'allowance',
    reason:
      'The 2 messages that this number may send today are used up. It goes out a day later, at the same time.',
    not_before: instant('2026-06-02T18:30:00Z'),
    attempt: 0,
  })
  const shown = await readOccurrence(choir.user, String(waiting!['occurrence_id']))
  expect(shown.waiting).toMatchObject({
    count: 4,
    code: 'allowance',
    until: instant('2026-06-02T18:30:00Z'),
  })
  app.clock.advance(hours(24) - minutes(1))
  expect(await sandbox.ledger()).toHaveLength(2)
  app.clock.advance(minutes(1))
  await until(async () => (await counts())['skipped'] === 1)
  expect(await counts()).toEqual({ sent: 5, skipped: 1 })
  const [late] = await withStatus(sending, ids, 'skipped')
  expect(late).toMatchObject({
    code: 'late',
    reason:
      'The 3 messages that this number may send today are used up. It was not sent: its time had passed.',
  })
})

test('a process that takes an account over counts what the one before has sent', async () => {
  const sending = await openSending()
  const { app, posting, plan, reached } = sending
  const choir = await posting({ groups: 3 })
  const first = await gently(sending)
  const [one] = await plan({ ...choir, groupIds: choir.groupIds.slice(0, 1) })
  await reached(one!, 'sent')
  await first.sender.close()
  await first.close()
  await gently(sending)
  app.clock.advance(minutes(1))
  const ids = await plan({ ...choir, groupIds: choir.groupIds.slice(1) })
  await Promise.all([reached(ids[0]!, 'sent', 'waiting'), reached(ids[1]!, 'sent', 'waiting')])
  expect(new Set(await statuses(sending, ids))).toEqual(new Set(['sent', 'waiting']))
})

test('what may have gone out is tried again on its day, for it was counted with the first try', async () => {
  const sending = await openSending()
  const { app, sandbox, posting, plan, reached, row, until } = sending
  const choir = await posting({ groups: 2 })
  await gently(sending)
  const to = (n: number) => ({ ...choir, groupIds: choir.groupIds.slice(n, n + 1) })
  const [first] = await plan(to(0))
  await reached(first!, 'sent')
  await sandbox.chaos({ method: 'sendMessage', fault: 'reset', when: 'after', next: 1 })
  const [last] = await plan(to(1), { onUnconfirmed: 'resend' })
  await reached(last!, 'waiting')
  app.clock.advance(minutes(1))
  await until(async () => (await row(last!))['code'] !== 'unconfirmed')
  await until(async () => (await row(last!))['status'] !== 'sending')
  expect(await row(last!)).toMatchObject({ attempt: 2, status: 'sent' })
})

test('an album counts as its files: where the day has room for fewer it waits, and what is smaller goes out', async () => {
  const sending = await openSending({ now: '2026-06-01T18:30:00Z' })
  const { app, posting, plan, reached, row, until } = sending
  const choir = await posting({ groups: 3 })
  await gently(sending)
  const to = (n: number) => ({ ...choir, groupIds: choir.groupIds.slice(n, n + 1) })
  const [first] = await plan(to(0))
  await reached(first!, 'sent')
  const media = await Promise.all([1, 2].map(() => giveFile(app, choir.user)))
  const contentId = await giveContentOf(app, choir.user, {
    kind: 'album',
    text: 'Two',
    media: media.map((mediaId) => ({ mediaId })),
  })
  const [album] = await plan({ ...to(1), contentId })
  await until(async () => !['queued', 'sending'].includes(String((await row(album!))['status'])))
  expect(await row(album!)).toMatchObject({
    status: 'waiting',
    code: 'allowance',
    reason: expect.stringMatching(
      /^This number may send 1 more of its 2 messages today, and this one counts as 2\. It goes out a day later, at the same time\.$/,
    ),
  })
  const [text] = await plan(to(2))
  await reached(text!, 'sent', 'waiting')
  expect(await row(text!)).toMatchObject({ status: 'sent' })
})

test('the next day has the same time on the wall, also when the clocks change', () => {
  const zone = { most: 20, timeZone: 'Europe/Berlin' }
  const due = { dueAt: instant('2026-10-24T16:00:00Z'), messages: 1 }
  expect(obstacleOf(due, { ...zone, left: 0 }, due.dueAt)).toMatchObject({
    until: instant('2026-10-25T17:00:00Z'),
  })
  expect(obstacleOf(due, { ...zone, left: 0 }, instant('2026-10-24T22:30:00Z'))).toEqual({
    late: 'The 20 messages that this number may send today are used up.',
  })
})

async function statuses({ row }: Sending, ids: readonly string[]) {
  return (await Promise.all(ids.map(row))).map(({ status }) => status)
}

const withStatus = async ({ row }: Sending, ids: readonly string[], status: string) =>
  (await Promise.all(ids.map(row))).filter((one) => one['status'] === status)
