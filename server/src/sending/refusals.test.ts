import { expect, test } from 'vitest'
import { giveContent, giveFile, giveContentOf } from '../../test/posting.ts'
import { openSending } from '../../test/sending.ts'
import { after, hours, minutes, seconds } from '../platform/clock.ts'

test('a group that is deleted while it is sent to fails alone, in words, and is lost', async () => {
  const { app, sandbox, posting, plan, startSending, reached, row, told, hears } =
    await openSending()
  const choir = await posting({ groups: 3 })
  const [gone, first, second] = choir.chatIds
  const later = await plan(choir, { at: after(app.clock.now(), minutes(10)) })
  await startSending()
  await sandbox.chaos({ chat: gone!, fault: 'slow', when: 'before', next: 1, amount: 300 })
  const ids = await plan(choir)
  // Its copy is on the way there while the group is deleted.
  await reached(ids[0]!, 'sending')
  await sandbox.settings(gone!, { deleted: true })
  await Promise.all(ids.map((id) => reached(id, 'sent', 'failed')))

  const rows = await Promise.all(ids.map(row))
  const { rows: groups } = await app.pool.query(
    'select id, status, code, reason from groups where external_id = $1',
    [String(gone)],
  )
  const failed = rows.filter(({ status }) => status === 'failed')
  expect(failed).toMatchObject([
    { group_id: groups[0].id, code: groups[0].code, reason: groups[0].reason },
  ])
  expect(groups[0]).toMatchObject({ status: 'lost', reason: expect.stringMatching(/group|chat/) })
  await hears({ status: 'partly' })
  expect(told.at(-1)).toMatchObject({ status: 'partly', total: 3, sent: 2, failed: 1 })

  // What was planned for it is passed over; the others get theirs.
  app.clock.advance(minutes(10))
  await Promise.all(later.map((id) => reached(id, 'sent', 'skipped')))
  const ended = await Promise.all(later.map(row))
  expect(ended.filter(({ status }) => status === 'skipped')).toMatchObject([
    { group_id: groups[0].id, code: 'group_lost' },
  ])
  const accepted = (await sandbox.ledger()).map(({ chatId }) => chatId)
  const times = (chat: number | undefined) => accepted.filter((one) => one === String(chat)).length
  expect([gone, first, second].map(times)).toEqual([0, 2, 2])
})

test('a message that the network refuses for one group fails there, in words; the others get it', async () => {
  const { sandbox, posting, plan, startSending, reached, row, told, hears } = await openSending()
  const choir = await posting({ groups: 3 })
  await sandbox.settings(choir.chatIds[1]!, { membersMayWrite: false })
  await startSending()
  const ids = await plan(choir)
  await Promise.all([
    reached(ids[0]!, 'sent'),
    reached(ids[1]!, 'failed'),
    reached(ids[2]!, 'sent'),
  ])
  expect(await row(ids[1]!)).toMatchObject({
    attempt: 1,
    code: 'no_rights',
    reason: 'The bot may not write there. Make it an admin, or allow members to send messages.',
  })
  await hears({ status: 'partly' })
  expect(told.at(-1)).toMatchObject({ status: 'partly', total: 3, sent: 2, failed: 1 })

  // Once it may write there again, the next one arrives like any other.
  await sandbox.settings(choir.chatIds[1]!, { membersMayWrite: true })
  const again = await plan({ ...choir, groupIds: [choir.groupIds[1]!] })
  await reached(again[0]!, 'sent')
})

test('where texts are forbidden a photo arrives, and texts are known to be forbidden still', async () => {
  const { app, sandbox, posting, plan, startSending, reached } = await openSending()
  const choir = await posting()
  const [chat] = choir.chatIds
  const groupState = async () =>
    (await app.pool.query('select status, reason from groups')).rows[0] as object
  const lastSent = async () => {
    // What was sent is noted some seconds later.
    app.clock.advance(seconds(5))
    return (await app.pool.query('select last_sent_at as at from groups')).rows[0].at as Date | null
  }
  const send = async (given: Partial<typeof choir>, status: 'sent' | 'failed') => {
    const [id] = await plan({ ...choir, ...given })
    await reached(id!, status)
  }
  const media = [{ mediaId: await giveFile(app, choir.user) }]
  const photo = await giveContentOf(app, choir.user, { kind: 'media', text: '', media })
  const limited = { status: 'limited', reason: expect.stringMatching(/may not write there/) }
  await startSending()
  await sandbox.settings(chat!, { membersMayWrite: false })
  await send({}, 'failed')
  expect(await groupState()).toMatchObject(limited)
  await send({ contentId: photo }, 'sent')
  await expect.poll(lastSent).not.toBeNull()
  await app.runJobs()
  expect(await groupState()).toMatchObject({ status: 'limited' })

  // Telegram is asked when something arrives: no update tells a member what all members may do.
  await sandbox.settings(chat!, { membersMayWrite: true })
  app.clock.advance(seconds(10))
  await send({ contentId: photo }, 'sent')
  await expect
    .poll(async () => {
      await lastSent()
      await app.runJobs()
      return groupState()
    })
    .toEqual({ status: 'active', reason: null })
})

test.each([
  { status: 400, words: 'Bad Request: SOMETHING_NEW', before: 'active' },
  { status: 403, words: 'Forbidden: something new', before: 'limited' },
])(
  'a group that refuses three different messages with “$words” is muted; the others go on',
  async ({ status, words, before }) => {
    const { app, sandbox, posting, plan, startSending, reached, row } = await openSending()
    const choir = await posting({ groups: 2 })
    const [refusing, other] = choir.groupIds
    await sandbox.chaos({ fault: 'refuse', chat: choir.chatIds[0]!, status, words })
    await startSending()
    const say = async (text: string, ...groupIds: string[]) => {
      app.clock.advance(seconds(10))
      const contentId = await giveContent(app, choir.user, text)
      const ids = await plan({ ...choir, contentId, groupIds })
      await Promise.all(ids.map((id) => reached(id, 'sent', 'failed', 'skipped')))
      return ids[0]!
    }
    const group = async () =>
      (await app.pool.query('select * from groups where id = $1', [refusing])).rows[0]

    await say('One.', refusing!, other!)
    await say('Two.', refusing!, other!)
    await say('Two.', refusing!)
    expect(await group()).toMatchObject({ status: before, muted: false })
    const third = await say('Three.', refusing!, other!)
    expect(await row(third)).toMatchObject({
      status: 'failed',
      reason: `Telegram refused it: ${words}`,
    })
    expect(await group()).toMatchObject({
      status: 'muted',
      code: 'refused',
      reason: expect.stringContaining(`“Telegram refused it: ${words}”`),
    })
    expect(await row(await say('Four.', refusing!))).toMatchObject({
      code: 'group_muted',
      attempt: 0,
    })
    expect(await row(await say('Four.', other!))).toMatchObject({ status: 'sent' })
  },
)

test('a message that arrives between refusals means that the group takes some', async () => {
  const { app, sandbox, posting, plan, startSending, reached } = await openSending()
  const choir = await posting()
  await startSending()
  const say = async (text: string, becomes: string) => {
    app.clock.advance(seconds(1))
    const contentId = await giveContent(app, choir.user, text)
    const [id] = await plan({ ...choir, contentId })
    await reached(id!, becomes)
  }
  const refuse = (next: number) => sandbox.chaos({ fault: 'refuse', method: 'sendMessage', next })
  await refuse(2)
  await say('One.', 'failed')
  await say('Two.', 'failed')
  await say('Three.', 'sent')
  await refuse(2)
  await say('Four.', 'failed')
  await say('Five.', 'failed')
  const { rows } = await app.pool.query('select status from groups')
  expect(rows).toEqual([{ status: 'active' }])
})

test('a flood wait of three hours holds its chat alone: too late is told at once, what may wait goes to the millisecond', async () => {
  const { app, sandbox, posting, plan, startSending, reached, row } = await openSending()
  const choir = await posting({ groups: 3 })
  const [flooded, ...others] = choir.groupIds
  await startSending()
  const began = app.clock.now()
  await sandbox.chaos({
    chat: choir.chatIds[0]!,
    fault: 'flood',
    when: 'before',
    next: 1,
    amount: 3 * 3_600,
  })
  const ids = await plan(choir)
  await Promise.all([reached(ids[0]!, 'skipped'), ...ids.slice(1).map((id) => reached(id, 'sent'))])
  expect(await row(ids[0]!)).toMatchObject({
    code: 'late',
    reason: 'Telegram asked us to slow down. It was not sent: its time had passed.',
  })
  const { rows } = await app.pool.query('select status, paused_until from accounts')
  expect(rows).toEqual([{ status: 'connected', paused_until: null }])

  const patient = await plan({ ...choir, groupIds: [flooded!] }, { catchUpMs: hours(4) })
  const next = await plan({ ...choir, groupIds: others })
  await Promise.all([reached(patient[0]!, 'waiting'), ...next.map((id) => reached(id, 'sent'))])
  const until = after(began, hours(3))
  expect(await row(patient[0]!)).toMatchObject({
    not_before: until,
    reason: 'The network asked us to wait with this group.',
  })
  app.clock.moveTo(until)
  await reached(patient[0]!, 'sent')
  expect(await row(patient[0]!)).toMatchObject({ opened_at: until })
  expect(await sandbox.ledger()).toHaveLength(5)
})

test('a network that takes messages and answers nobody leaves a handful of doubts, not one for each group', async () => {
  const { app, sandbox, posting, plan, startSending, reached, row, until } = await openSending()
  const choir = await posting({ groups: 25 })
  await startSending()
  await sandbox.chaos({ method: 'sendMessage', fault: 'reset', when: 'before', rate: 1 })
  const ids = await plan(choir)
  const states = async () => (await Promise.all(ids.map(row))).map(({ status }) => status)
  const count = async (status: string) => (await states()).filter((one) => one === status).length
  // Nothing is on the wire any more, and nothing follows.
  await until(async () => (await count('unconfirmed')) >= 5 && (await count('sending')) === 0)
  const doubts = await count('unconfirmed')
  expect(doubts).toBeLessThan(10)
  expect(await count('queued')).toBe(ids.length - doubts)

  // One tries for all; once it is answered, the rest follow at their pace.
  await sandbox.chaosPlan({ rules: [] })
  const rest = (await Promise.all(ids.map(row))).filter(({ status }) => status === 'queued')
  app.clock.advance(seconds(5))
  await Promise.all(rest.map(({ id }) => reached(String(id), 'sent', 'unconfirmed')))
  expect(await count('unconfirmed')).toBeLessThan(10)
  expect(await sandbox.ledger()).toHaveLength(await count('sent'))
})
