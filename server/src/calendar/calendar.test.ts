import { expect, test } from '../../test/test-app.ts'
import { cycleInput, step } from '../../test/cycle-input.ts'
import { messageInput } from '../../test/message-input.ts'
import { giveFile, createPosting } from '../../test/posting.ts'
import { daily } from '../../test/series.ts'
import { plan } from '../../test/planning.ts'
import { createCycle } from '../cycles/actions.ts'
import * as messages from '../messages/actions.ts'
import type { UserContext } from '../platform/context.ts'
import { readCalendar, readToday } from './actions.ts'

/** A message to come at this time in Berlin. */
const once = (user: UserContext, groupIds: string[], at: string, title: string) =>
  messages.createMessage(user, {
    kind: 'scheduled',
    title,
    content: { kind: 'text', text: `${title} begins.` },
    groupIds,
    schedule: { timeZone: 'Europe/Berlin', rule: { kind: 'once', at } },
    catchUpMinutes: 15,
    onUnconfirmed: 'ask',
    overlap: 'skip',
    pauseAfterFailures: 5,
    status: 'active',
  })

/** A message of every `n` minutes from this time in Berlin. */
const every = (n: number, user: UserContext, groupIds: string[], anchor: string, title: string) => {
  const rule = { kind: 'every' as const, n, unit: 'minute' as const, anchor }
  const series = { kind: 'automated' as const, schedule: { timeZone: 'Europe/Berlin', rule } }
  return messages.createMessage(user, messageInput(groupIds, { ...series, title }))
}

const june = { from: '2026-06-01', to: '2026-06-30' }

test('days begin at midnight of the zone that is asked for', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  await once(user, groupIds, '2026-06-02T00:00', 'Midnight')
  await once(user, groupIds, '2026-06-02T23:59', 'Late')
  await once(user, groupIds, '2026-06-03T00:30', 'Night')

  const berlin = await readCalendar(user, june)
  expect(berlin.timeZone).toBe('Europe/Berlin')
  expect(berlin.days.map(({ date, count }) => [date, count])).toEqual([
    ['2026-06-02', 2],
    ['2026-06-03', 1],
  ])
  expect(berlin.days[0]!.sends[0]).toEqual({
    source: 'message',
    sourceId: expect.any(String),
    kind: 'scheduled',
    title: 'Midnight',
    text: 'Midnight begins.',
    status: 'planned',
    at: '2026-06-01T22:00:00.000Z',
    local: '2026-06-02T00:00',
    slotAt: '2026-06-01T22:00:00.000Z',
    occurrenceId: null,
    groupId: groupIds[0],
    groups: 2,
  })

  const tokyo = await readCalendar(user, { ...june, timeZone: 'Asia/Tokyo' })
  expect(tokyo.days.map(({ date, sends }) => [date, sends.map(({ local }) => local)])).toEqual([
    ['2026-06-02', ['2026-06-02T07:00']],
    ['2026-06-03', ['2026-06-03T06:59', '2026-06-03T07:30']],
  ])
})

test('a send that no group is known to have is told as uncertain', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  await once(user, groupIds, '2026-06-01T12:00', 'Noon')
  app.clock.moveTo('2026-06-01T10:00:00Z')
  await plan(app)
  const told = async (sent: number) => {
    await app.pool.query(`update occurrences set status = 'partly', unconfirmed = 1, sent = $1`, [
      sent,
    ])
    return (await readToday(user)).sends[0]?.unsure
  }
  expect(await told(0)).toBe(true)
  expect(await told(1)).toBeUndefined()
})

test('what quiet hours will do is told with what is to come', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 3 })
  await app.pool.query(
    `update groups set quiet_hours = '{"from":"22:00","to":"08:00","mode":"hold"}' where id <> $1`,
    [groupIds[0]],
  )
  const message = await once(user, groupIds, '2026-06-02T06:30', 'Early')
  await once(user, groupIds, '2026-06-02T09:00', 'Later')
  const quiet = { held: 2, skipped: 0, until: '2026-06-02T06:00:00.000Z' }
  expect(message.nextRuns).toMatchObject([{ quiet }])
  const [day] = (await readCalendar(user, june)).days
  expect(day!.sends.map((send) => send.quiet)).toEqual([quiet, undefined])
})

test('what was sent and what is to come stand side by side, each once', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  await once(user, groupIds, '2026-06-01T12:00', 'Noon')
  await once(user, groupIds, '2026-06-01T20:00', 'Evening')
  await once(user, groupIds, '2026-06-03T09:00', 'Later')
  app.clock.moveTo('2026-06-01T10:00:00Z')
  await plan(app)
  const today = await readToday(user)
  expect(today.count).toBe(2)
  expect(today.sends.map(({ title, status }) => [title, status])).toEqual([
    ['Noon', 'sending'],
    ['Evening', 'planned'],
  ])
  expect(today.sends[0]!.occurrenceId).not.toBeNull()
  const month = await readCalendar(user, june)
  expect(month.days.map(({ count }) => count)).toEqual([2, 1])
})

test('a send that is more than a text says what it is', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const poll = { question: 'Who sings?', options: ['I', 'You'] }
  const media = [{ mediaId: await giveFile(app, user) }]
  const asked = { kind: 'poll' as const, text: '', poll }
  await messages.createMessage(user, messageInput(groupIds, { content: asked }))
  const photo = { kind: 'media' as const, text: 'Look', media }
  await messages.createMessage(user, messageInput(groupIds, { content: photo }))
  await messages.createMessage(user, messageInput(groupIds))
  const { sends } = (await readCalendar(user, june)).days[0]!
  expect(sends.map(({ shows }) => shows ?? 'text').toSorted()).toEqual(['photo', 'poll', 'text'])
})

test('what is to come says that one of several texts will be drawn', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const content = { kind: 'text' as const, text: 'Good morning', variants: ['Hello'] }
  const series = { kind: 'automated' as const, content, schedule: daily }
  await messages.createMessage(user, messageInput(groupIds, series))
  const { id } = await createCycle(
    user,
    cycleInput(groupIds, { steps: [step('', { content }), step('One')] }),
  )
  const { days } = await readCalendar(user, { from: '2026-06-02', to: '2026-06-02' })
  const told = days
    .flatMap(({ sends }) => sends)
    .map(({ sourceId, text, texts }) => {
      return { text, texts, isCycle: sourceId === id }
    })
  expect(told).toContainEqual({ text: 'Good morning', texts: 2, isCycle: false })
  expect(told).toContainEqual({ text: 'Good morning', texts: 2, isCycle: true })
  expect(told).toContainEqual({ text: 'One', texts: undefined, isCycle: true })
})

test('a calendar tells of one group, one kind or one status alone', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const [first, second] = groupIds as [string, string]
  await once(user, [first], '2026-06-02T09:00', 'One')
  await once(user, [second, first], '2026-06-02T10:00', 'Two')
  const series = messageInput([second], { kind: 'automated', title: 'Daily', schedule: daily })
  await messages.createMessage(user, series)
  const titles = async (only: Partial<Parameters<typeof readCalendar>[1]>) => {
    const { days } = await readCalendar(user, { from: '2026-06-02', to: '2026-06-02', ...only })
    return days.flatMap(({ sends }) => sends.map(({ title, groupId }) => [title, groupId]))
  }
  expect(await titles({ groupId: first })).toEqual([
    ['One', first],
    ['Two', second],
  ])
  expect(await titles({ groupId: second, kind: 'scheduled' })).toEqual([['Two', second]])
  expect(new Set((await titles({ kind: 'automated' })).map(([title]) => title))).toEqual(
    new Set(['Daily']),
  )
  expect(await titles({ status: 'done,failed' })).toEqual([])
  expect(await titles({ status: 'planned', groupId: first })).toHaveLength(2)
  await expect(titles({ status: 'soon' })).rejects.toThrow('There is no status "soon".')
  await expect(titles({ groupId: 'x' })).rejects.toThrow('There is no such group.')
})

test('a text is told as it is read, and cut after that', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const text = `See *${'long '.repeat(26).trim()}*\n[the map](https://example.org/${'m'.repeat(300)}) or ask.`
  const { title: _, ...untitled } = messageInput(groupIds, { content: { kind: 'text', text } })
  await messages.createMessage(user, untitled)
  const [day] = (await readCalendar(user, june)).days
  expect(day!.sends[0]!.text).toBe(`See ${'long '.repeat(26)}the m…`)
})

test('a full day is told in part, with its count; paused ones and those of others not', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  for (let n = 0; n < 52; n++) await once(user, groupIds, '2026-06-05T09:00', `No. ${n}`)
  const { id } = await once(user, groupIds, '2026-06-06T09:00', 'Paused')
  await messages.pauseMessage(user, id)
  const [day, ...more] = (await readCalendar(user, june)).days
  expect([day!.count, day!.sends.length, more]).toEqual([52, 50, []])
  expect((await readCalendar(await app.person(), june)).days).toEqual([])
})

test('a series of every five minutes leaves the other sends of a day to be seen', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  await once(user, groupIds, '2026-06-05T20:00', 'Evening')
  await every(5, user, groupIds, '2026-06-05T00:00', 'Dense')
  const [day] = (await readCalendar(user, june)).days
  expect([day!.count, day!.sends.length]).toEqual([289, 50])
  expect(day!.sends.map(({ title }) => title)).toContain('Evening')
  // Hours whose sends are not listed are not told as empty.
  expect(day!.hours).toEqual(Array.from({ length: 24 }, (_, hour) => (hour === 20 ? 13 : 12)))
  // What is not listed is summed up with its hours. Listed are those of the first four, and one of the fifth.
  expect(day!.unlisted).toEqual([
    {
      sourceId: expect.any(String),
      status: 'planned',
      from: '2026-06-05T02:05:00.000Z',
      to: '2026-06-05T21:55:00.000Z',
      count: 239,
      hours: [0, 0, 0, 0, 11, ...Array.from({ length: 19 }, () => 12)],
    },
  ])
  await app.pool.query(
    `update groups set quiet_hours = '{"from":"22:00","to":"23:00","mode":"skip"}'`,
  )
  const night = (await readCalendar(user, june)).days[0]!.unlisted
  expect(night?.map(({ count, willSkip }) => [count, willSkip])).toEqual([
    [227, undefined],
    [12, true],
  ])

  const [inWeek] = (await readCalendar(user, { from: '2026-06-01', to: '2026-06-07' })).days
  expect([inWeek!.sends.length, inWeek!.unlisted]).toEqual([289, undefined])
  const [alone] = (await readCalendar(user, { from: '2026-06-05', to: '2026-06-05' })).days
  expect([alone!.count, alone!.sends.length, alone!.hours]).toEqual([289, 289, undefined])
})

test('of series that name too much each is told on each day, with no more than was counted', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  await once(user, groupIds, '2026-06-28T20:00', 'Evening')
  for (const title of ['A', 'B', 'C']) await every(1, user, groupIds, '2026-06-02T00:00', title)
  const { days } = await readCalendar(user, { from: '2026-06-01', to: '2026-07-31' })
  expect(days).toHaveLength(60)
  for (const { date, count, atLeast, sends } of days) {
    expect([date, sends.length, atLeast]).toEqual([date, 50, true])
    expect(count).toBeLessThan(400)
    expect([...new Set(sends.map(({ title }) => title))]).toEqual(
      expect.arrayContaining(['A', 'B', 'C']),
    )
  }
  expect(days[26]!.sends.map(({ title }) => title)).toContain('Evening')

  const [exact] = (await readCalendar(user, { from: '2026-06-03', to: '2026-06-03' })).days
  expect([exact!.count, exact!.atLeast]).toEqual([3 * 1_440, undefined])
  const [more] = (await readCalendar(user, { from: '2026-06-03', to: '2026-06-03', most: 1_000 }))
    .days
  expect(more!.sends).toHaveLength(1_000)
  // What was listed stays where more is asked for.
  const listed = new Set(more!.sends.map(({ sourceId, at }) => `${sourceId} ${at}`))
  expect(exact!.sends).toHaveLength(500)
  expect(exact!.sends.every(({ sourceId, at }) => listed.has(`${sourceId} ${at}`))).toBe(true)
})

test('what series with few sends leave is counted of the others', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  await every(1, user, groupIds, '2026-06-01T00:00', 'Dense')
  const { id } = await every(20, user, groupIds, '2026-06-01T00:00', 'Often')
  const series = messageInput(groupIds, { kind: 'automated', schedule: daily })
  for (let n = 0; n < 3; n++) await messages.createMessage(user, series)
  const { days } = await readCalendar(user, { from: '2026-06-01', to: '2026-07-31' })
  const ofOften = ({ sourceId }: { sourceId: string }) => sourceId === id
  const { count, sends, unlisted = [] } = days[30]!
  const rest = unlisted.filter(ofOften).reduce((sum, one) => sum + one.count, 0)
  expect(sends.filter(ofOften).length + rest).toBe(72)
  expect(count).toBeLessThan(400)
})

test.for([
  [{ from: '2026-06-02', to: '2026-06-01' }, 'The last day is before the first.'],
  [{ from: '2026-06-01', to: '2026-09-01' }, 'Ask for at most 62 days.'],
] as const)('%j is refused', async ([query, message], { app }) => {
  const user = await app.person()
  await expect(readCalendar(user, query)).rejects.toThrow(message)
})

test('a cycle that ends by itself has no sends after that, in the calendar and in Today', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  await createCycle(user, cycleInput(groupIds, { order: 'once', name: 'Once' }))
  const input = cycleInput(groupIds, { ends: { sends: 2 }, name: 'Two sends' })
  // It ends before the slot that is skipped.
  const schedule = { ...input.schedule!, skips: ['2026-06-01T20:30'] }
  await createCycle(user, { ...input, schedule })
  const count = (sends: readonly { title?: string | undefined }[], title: string) =>
    sends.filter((send) => send.title === title).length
  const { days } = await readCalendar(user, june)
  const sends = days.flatMap((day) => day.sends)
  expect([count(sends, 'Once'), count(sends, 'Two sends')]).toEqual([3, 2])
  expect(days.length).toBe(1)
  expect((await readToday(user)).count).toBe(5)
})
