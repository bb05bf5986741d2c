import type { Message } from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import { bellOf } from '../../test/bell.ts'
import { messageInput } from '../../test/drafting.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { givePosting } from '../../test/posting.ts'
import { plan } from '../../test/planning.ts'
import { endPending } from '../deliveries/store.ts'
import type { UserContext } from '../platform/context.ts'
import * as messages from './actions.ts'
import { deleteMessage } from './deletion.ts'
import type { Input } from './checks.ts'
import { finishOccurrences } from '../occurrences/actions.ts'

/** Every hour in Berlin, from ten on Monday, 1 June 2026; the clock stands at ten. */
const hourly: Schedule = {
  timeZone: 'Europe/Berlin',
  rule: { kind: 'every', n: 1, unit: 'hour', anchor: '2026-06-01T10:30' },
}

const input = (groupIds: string[], change: Partial<Input> = {}): Input =>
  messageInput(groupIds, { kind: 'automated', schedule: hourly, ...change })

/** Moves to this time of that Monday, in UTC, and plans what is due then. */
async function at(app: TestApp, time: string) {
  app.clock.moveTo(time.includes('T') ? time : `2026-06-01T${time}:00Z`)
  await plan(app)
}

/** Ends all that is under way: as sent, or as failed. */
async function end({ ctx, pool }: TestApp, how: 'sent' | 'failed') {
  if (how === 'failed') {
    const { rows } = await pool.query<{ id: string }>(
      `select id from deliveries where status = 'queued'`,
    )
    const end = { status: 'failed', code: 'no_rights', reason: 'May not write.' } as const
    const ids = rows.map(({ id }) => id)
    await ctx.transaction((tx) => endPending(tx, ctx.clock.now(), { ids }, end))
  } else {
    await pool.query(`update deliveries set status = 'sent' where status = 'queued'`)
    await pool.query('update occurrences set sent = total where finished_at is null')
  }
  const { rows } = await pool.query<{ id: string }>(
    'select id from occurrences where finished_at is null',
  )
  const open = rows.map(({ id }) => id)
  await ctx.transaction((tx) => finishOccurrences(ctx, tx, open))
}

const read = (user: UserContext, id: string) => messages.readMessage(user, user, id)

const slotsOf = async ({ pool }: TestApp) =>
  (
    await pool.query<{ at: string; status: string }>(
      `select to_char(slot_at at time zone 'UTC', 'DD HH24:MI') as at,
              coalesce(reason, status) as status from occurrences order by slot_at`,
    )
  ).rows.map(({ at, status }) => `${at} ${status}`)

const runsOf = ({ nextRuns }: Message) => nextRuns.map(({ local }) => local.slice(8))

test('a series is sent at each of its slots, and tells its next ones', async ({ app }) => {
  const { user, groupIds } = await givePosting(app, { groups: 2 })
  const { id, status, nextRuns, words } = await messages.createMessage(user, input(groupIds))
  expect(status).toBe('active')
  expect(words).toContain('very hour')
  expect(nextRuns.map((run) => run.at)).toEqual([
    '2026-06-01T08:30:00.000Z',
    '2026-06-01T09:30:00.000Z',
    '2026-06-01T10:30:00.000Z',
  ])
  await at(app, '08:30')
  await end(app, 'sent')
  await at(app, '09:30')
  expect(await read(user, id)).toMatchObject({
    status: 'active',
    nextAt: '2026-06-01T10:30:00.000Z',
    lastResults: [{ status: 'planned' }, { status: 'done' }],
    occurrence: { total: 2, pending: 2 },
  })
})

test('it finishes with its last slot', async ({ app }) => {
  const { user, groupIds } = await givePosting(app)
  const schedule = { ...hourly, ends: { after: 2 } }
  const { id } = await messages.createMessage(user, input(groupIds, { schedule }))
  await at(app, '08:30')
  await end(app, 'sent')
  expect((await read(user, id)).status).toBe('active')
  await at(app, '09:30')
  expect(await read(user, id)).toMatchObject({ status: 'finished', nextAt: null, nextRuns: [] })
})

test('after an outage only the latest slot is sent, if it is not too old', async ({ app }) => {
  const { user, groupIds } = await givePosting(app)
  const { id } = await messages.createMessage(user, input(groupIds))
  await at(app, '11:40')
  expect(await slotsOf(app)).toEqual([
    '01 08:30 late',
    '01 09:30 late',
    '01 10:30 late',
    '01 11:30 planned',
  ])
  await end(app, 'sent')
  await at(app, '14:00')
  expect((await slotsOf(app)).slice(4)).toEqual(['01 12:30 late', '01 13:30 late'])
  expect((await read(user, id)).attention).toMatchObject({ code: 'missed' })
  // One item for the message, however many slots, and also when it is missed again later.
  expect(await bellOf(user)).toMatchObject([{ count: 1 }])
})

test('its window is at most half its period', async ({ app }) => {
  const { user, groupIds } = await givePosting(app)
  const rule = { kind: 'every', n: 10, unit: 'minute', anchor: '2026-06-01T10:30' } as const
  const schedule = { timeZone: 'Europe/Berlin', rule }
  await messages.createMessage(user, input(groupIds, { schedule, catchUpMinutes: 60 }))
  await at(app, '2026-06-01T08:35:00.001Z')
  await at(app, '08:45')
  expect(await slotsOf(app)).toEqual(['01 08:30 late', '01 08:40 planned'])
})

test('what comes while the one before is still being sent gives way, or waits for it', async ({
  app,
}) => {
  const { user, groupIds } = await givePosting(app)
  const skips = await messages.createMessage(user, input(groupIds))
  await at(app, '08:30')
  await at(app, '09:30')
  expect(await slotsOf(app)).toEqual(['01 08:30 planned', '01 09:30 overlap'])
  await end(app, 'sent')
  await deleteMessage(user, skips.id)
  await app.pool.query('delete from occurrences')

  await at(app, '09:31')
  await messages.createMessage(user, input(groupIds, { overlap: 'wait' }))
  await at(app, '10:30')
  await at(app, '11:30')
  await at(app, '12:10')
  expect(await slotsOf(app)).toEqual(['01 10:30 planned'])
  await end(app, 'sent')
  await at(app, '12:11')
  expect(await slotsOf(app)).toEqual(['01 10:30 done', '01 11:30 planned'])
})

test('a pause passes slots over, and resuming catches none of them up', async ({ app }) => {
  const { user, groupIds } = await givePosting(app)
  const { id } = await messages.createMessage(user, input(groupIds))
  expect(await messages.pauseMessage(user, id)).toMatchObject({ status: 'paused', nextAt: null })
  await at(app, '10:31')
  expect((await messages.resumeMessage(user, id)).nextAt).toBe('2026-06-01T11:30:00.000Z')
  await plan(app)
  expect(await slotsOf(app)).toEqual([])
})

test('a pause until a time ends by itself, without a burst', async ({ app }) => {
  const { user, groupIds } = await givePosting(app)
  const { id } = await messages.createMessage(user, input(groupIds))
  const until = '2026-06-01T11:00:00.000Z'
  const paused = await messages.pauseMessage(user, id, { until })
  expect(paused).toMatchObject({ status: 'paused', pausedUntil: until })
  expect(paused.nextAt).toBe('2026-06-01T11:30:00.000Z')
  await at(app, '11:00')
  await app.runJobs()
  expect(await read(user, id)).toMatchObject({ status: 'active', pausedUntil: null })
  await at(app, '11:30')
  expect(await slotsOf(app)).toEqual(['01 11:30 planned'])
})

test('the rows alone end a pause, should its job be late', async ({ app }) => {
  const { user, groupIds } = await givePosting(app)
  const { id } = await messages.createMessage(user, input(groupIds))
  await messages.pauseMessage(user, id, { until: '2026-06-01T11:00:00.000Z' })
  await at(app, '11:30')
  expect(await slotsOf(app)).toEqual(['01 11:30 planned'])
  expect(await read(user, id)).toMatchObject({ status: 'active', pausedUntil: null })
})

test('a pause stops what is being sent, or lets it end first', async ({ app }) => {
  const { user, groupIds } = await givePosting(app)
  const { id } = await messages.createMessage(user, input(groupIds))
  await at(app, '08:30')
  await messages.pauseMessage(user, id, { stopRemaining: false })
  expect((await read(user, id)).occurrence).toMatchObject({ pending: 1 })
  await messages.pauseMessage(user, id)
  expect(await slotsOf(app)).toEqual(['01 08:30 paused'])
  expect((await read(user, id)).status).toBe('paused')
})

test('after so many failures in a row it pauses itself, and says why', async ({ app }) => {
  const { user, groupIds } = await givePosting(app)
  const { id } = await messages.createMessage(user, input(groupIds, { pauseAfterFailures: 2 }))
  await at(app, '08:30')
  await end(app, 'failed')
  await at(app, '09:30')
  await end(app, 'sent')
  await at(app, '10:30')
  await end(app, 'failed')
  expect((await read(user, id)).status).toBe('active')
  await at(app, '11:30')
  await end(app, 'failed')
  expect(await read(user, id)).toMatchObject({
    status: 'paused',
    attention: {
      text: expect.stringMatching(
        /^It failed 2 times in a row, so it paused itself\. Choir .+ did not/,
      ),
    },
  })
  await app.runJobs()
  const { rows } = await app.pool.query('select next_slot_at from schedules')
  expect(rows).toEqual([{ next_slot_at: null }])
  expect((await messages.resumeMessage(user, id)).attention).toBeUndefined()
})

test('with its last group lost it stops and asks for another', async ({ app }) => {
  const { user, groupIds } = await givePosting(app)
  const { id } = await messages.createMessage(user, input(groupIds))
  await app.pool.query(`update groups set status = 'lost'`)
  await at(app, '08:30')
  expect(await read(user, id)).toMatchObject({
    status: 'paused',
    attention: { code: 'no_groups', action: { label: 'Choose groups' } },
  })
})

test('a group that was lost keeps nobody from changing the words, and no other lost one joins it', async ({
  app,
}) => {
  const { user, groupIds } = await givePosting(app, { groups: 2 })
  const [had, other] = groupIds as [string, string]
  const { id, rev } = await messages.createMessage(user, input([had]))
  await app.pool.query(`update groups set status = 'lost'`)
  const content = { kind: 'text' as const, text: 'Rehearsal at eight.' }
  const edited = await messages.updateMessage(user, id, { ...input([had], { content }), rev })
  expect([edited.status, edited.content.text]).toEqual(['active', 'Rehearsal at eight.'])
  const joined = messages.updateMessage(user, id, { ...input([had, other]), rev: edited.rev })
  await expect(joined).rejects.toThrow('cannot be reached any more')
  // Paused, it may stay so; it does not begin again with nobody to go to.
  const paused = await messages.pauseMessage(user, id)
  const stays = {
    ...input([had], { content: { kind: 'text', text: 'At nine.' } }),
    rev: paused.rev,
  }
  const kept = await messages.updateMessage(user, id, { ...stays, status: 'paused' })
  expect(kept).toMatchObject({ status: 'paused', content: { text: 'At nine.' } })
  const again = messages.updateMessage(user, id, { ...stays, status: 'active', rev: kept.rev })
  await expect(again).rejects.toThrow('cannot be reached any more')
})

test('sending it now leaves the series as it is', async ({ app }) => {
  const { user, groupIds } = await givePosting(app)
  const { id } = await messages.createMessage(user, input(groupIds))
  await messages.sendMessageNow(user, id)
  const sent = await read(user, id)
  expect([sent.status, sent.nextAt]).toEqual(['active', '2026-06-01T08:30:00.000Z'])
  expect(sent.occurrence).toMatchObject({ slotAt: null, total: 1 })
})

test('what is being sent keeps its words after an edit, also while the series goes on', async ({
  app,
}) => {
  const { user, groupIds } = await givePosting(app)
  const opened = await messages.createMessage(user, input(groupIds))
  await at(app, '08:30')
  // Its editor was open meanwhile: being sent is no change of somebody else's.
  const given = input(groupIds, { content: { kind: 'text', text: 'At eight.' } })
  await messages.updateMessage(user, opened.id, { ...given, rev: opened.rev })
  await end(app, 'sent')
  await at(app, '09:30')
  const { rows } = await app.pool.query(
    `select body->>'text' as text from deliveries join contents on contents.id = content_id order by due_at`,
  )
  expect(rows.map(({ text }) => text)).toEqual(['Rehearsal at seven.', 'At eight.'])
  await expect(
    messages.updateMessage(user, opened.id, { ...given, rev: opened.rev }),
  ).rejects.toThrow('changed meanwhile')
})

test('another schedule replaces what was to come, and what is past stays past', async ({ app }) => {
  const { user, groupIds } = await givePosting(app)
  const { id, rev } = await messages.createMessage(user, input(groupIds))
  await at(app, '08:30')
  await end(app, 'sent')
  const rule = { kind: 'every', n: 2, unit: 'hour', anchor: '2026-06-01T08:45' } as const
  const edited = await messages.updateMessage(user, id, {
    ...input(groupIds, { schedule: { timeZone: 'Europe/Berlin', rule } }),
    rev,
  })
  expect(runsOf(edited)).toEqual(['01T10:45', '01T12:45', '01T14:45'])
  await plan(app)
  expect(await slotsOf(app)).toEqual(['01 08:30 done'])
})

test('exceptions that still match stay after an edit; the others are told', async ({ app }) => {
  const { user, groupIds } = await givePosting(app)
  const schedule = { ...hourly, skips: ['2026-06-01T11:30', '2026-06-01T12:30'] }
  const { id, rev } = await messages.createMessage(user, input(groupIds, { schedule }))
  const rule = { kind: 'every', n: 2, unit: 'hour', anchor: '2026-06-01T10:30' } as const
  const edited = await messages.updateMessage(user, id, {
    ...input(groupIds, { schedule: { timeZone: 'Europe/Berlin', rule } }),
    rev,
  })
  expect(edited.dropped?.map(({ local }) => local)).toEqual(['2026-06-01T11:30'])
  expect(edited.exceptions).toMatchObject([{ local: '2026-06-01T12:30', skip: true }])
  expect(runsOf(edited)).toEqual(['01T10:30', '01T14:30', '01T16:30'])
})
