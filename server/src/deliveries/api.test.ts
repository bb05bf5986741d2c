import { expect, test, type TestApp } from '../../test/test-app.ts'
import { createPosting, type Posting } from '../../test/posting.ts'
import { after, minutes } from '../platform/clock.ts'
import type { Context, UserContext } from '../platform/context.ts'
import type { AppError } from '../platform/errors.ts'
import { openOccurrences, planDeliveries } from './actions.ts'
import * as api from './api.ts'
import { readOccurrence } from '../occurrences/reads.ts'
import { presentOccurrence } from '../occurrences/present.ts'
import { getGroup } from '../groups/actions.ts'
import { presentDelivery } from './present.ts'
import type { OccurrenceChange } from '../occurrences/port.ts'

type Given = {
  user: UserContext
  posting: Posting
  ids: string[]
  occurrenceId: string
  told: OccurrenceChange[]
}

/** An occurrence of which one delivery was sent, one failed, one may have been sent, one came too late. */
async function give(app: TestApp): Promise<Given> {
  const posting = await createPosting(app, { groups: 4 })
  const told: OccurrenceChange[] = []
  const occurrencesChanged: Context['occurrencesChanged'] = async (_ctx, _tx, changes) =>
    void told.push(...changes)
  const user = { ...posting.user, occurrencesChanged, lockSource: async () => 'there' as const }
  const dueAt = app.clock.now()
  const occurrenceId = await user.transaction(async (tx) => {
    const [id] = await openOccurrences(user, tx, [
      {
        userId: user.user.id,
        source: 'message',
        sourceId: SOURCE_ID,
        scheduleId: null,
        slotAt: null,
        dueAt,
        onUnconfirmed: 'ask',
      },
    ])
    const deliveries = posting.groupIds.map((groupId) => ({
      part: 0,
      contentId: posting.contentId,
      groupId,
      topicId: null,
    }))
    const slice = {
      occurrenceId: id!,
      dueAt,
      catchUpMs: minutes(15),
      deliveries,
      continuesAt: null,
    }
    await planDeliveries(user, tx, [slice])
    return id!
  })
  const { rows } = await app.pool.query(
    `update deliveries set attempt = 1, opened_at = $3, sent_at = case when v.status = 'sent' then $3::timestamptz end,
       status = v.status, code = v.code, reason = v.code
     from unnest($1::uuid[], array['sent', 'failed', 'unconfirmed', 'skipped'],
       array[null, 'no_rights', 'unconfirmed', 'late']) as v(group_id, status, code)
     where deliveries.group_id = v.group_id and occurrence_id = $2
     returning id, deliveries.group_id`,
    [posting.groupIds, occurrenceId, dueAt],
  )
  await app.pool.query(
    `update occurrences set sent = 1, failed = 1, unconfirmed = 1, skipped = 1, status = 'partly', finished_at = $1`,
    [dueAt],
  )
  await app.pool.query(
    `update deliveries set attempts = jsonb_build_array(jsonb_build_object('number', 1, 'openedAt', $1::timestamptz,
       'closedAt', $1::timestamptz, 'outcome', status, 'reason', reason)) where status <> 'skipped'`,
    [dueAt],
  )
  const ids = posting.groupIds.map((groupId) => rows.find((row) => row.group_id === groupId).id)
  return { user, posting, ids, occurrenceId, told }
}

const SOURCE_ID = '01900000-0000-7000-8000-000000000001'

const refusal = async (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: AppError) => `${error.code}: ${error.message}`,
  )

test('an unconfirmed delivery that a person has seen counts as sent', async ({ app }) => {
  const { user, posting, ids, told, occurrenceId } = await give(app)
  const changes = await api.resolveDelivery(user, ids[2]!, 'sent')
  expect(presentDelivery(changes)).toMatchObject({
    status: 'sent',
    reason: 'You saw it in the group.',
    sentAt: app.clock.now().toISOString(),
    latenessMs: 0,
    messageId: SOURCE_ID,
  })
  expect(told).toMatchObject([{ status: 'partly', sent: 2, unconfirmed: 0, total: 4 }])
  expect(presentOccurrence(await readOccurrence(user, occurrenceId))).toMatchObject({
    status: 'partly',
    sent: 2,
    pending: 0,
    finishedAt: app.clock.now().toISOString(),
  })
  const { lastSentAt } = await getGroup(user, posting.groupIds[2]!)
  expect(lastSentAt).toEqual(app.clock.now())
})

test('of a removed group a person can only say whether it arrived', async ({ app }) => {
  const { user, posting, ids, told } = await give(app)
  await app.pool.query(`update groups set status = 'removed' where id = $1`, [posting.groupIds[2]])
  expect(presentDelivery(await api.readDelivery(user, ids[2]!)).obstacle).toBe(
    'The group was removed.',
  )
  expect(await refusal(api.resolveDelivery(user, ids[2]!, 'resend'))).toContain(
    'The group was removed.',
  )
  expect(presentDelivery(await api.resolveDelivery(user, ids[2]!, 'missing'))).toMatchObject({
    status: 'failed',
    reason: 'It is not in the group, as you said.',
  })
  expect(told).toMatchObject([{ status: 'partly', sent: 1, failed: 2, unconfirmed: 0, total: 4 }])
})

test.for(['missing', 'resend', 'sent'] as const)(
  'its channel hears from a person (%s) whether a delivery is missing, so that the next try sends it',
  async (as, { app }) => {
    const { user, ids } = await give(app)
    const heard: string[] = []
    const bot = user.channels.get('telegram-bot')!
    const noteMissing = async (_tx: unknown, _accountId: string, id: string) => void heard.push(id)
    const channels = new Map(user.channels).set('telegram-bot', { ...bot, noteMissing })
    await api.resolveDelivery({ ...user, channels }, ids[2]!, as)
    expect(heard).toEqual(as === 'sent' ? [] : [ids[2]])
  },
)

test('a delivery that is tried again is due now, with its whole time, and its occurrence goes on', async ({
  app,
}) => {
  const { user, ids, told, occurrenceId } = await give(app)
  app.clock.advance(minutes(60))
  const now = app.clock.now()
  const again = [
    await api.retryDelivery(user, ids[1]!),
    await api.resolveDelivery(user, ids[2]!, 'resend'),
    await api.retryDelivery(user, ids[3]!),
  ]
  for (const delivery of again) {
    expect(delivery).toMatchObject({
      status: 'queued',
      dueAt: now,
      notBefore: now,
      code: null,
      tries: 0,
    })
    expect(delivery.expiresAt.getTime()).toBeGreaterThanOrEqual(after(now, minutes(15)).getTime())
  }
  expect(told.map(({ status }) => status)).toEqual(['sending', 'sending', 'sending'])
  expect(told.at(-1)).toMatchObject({ sent: 1, failed: 0, skipped: 0, unconfirmed: 0, total: 4 })
  expect(presentOccurrence(await readOccurrence(user, occurrenceId))).toMatchObject({
    status: 'sending',
    finishedAt: null,
    pending: 3,
  })
})

test('what was sent, is on its way or may have been sent is not tried again', async ({ app }) => {
  const { user, ids } = await give(app)
  expect(await refusal(api.retryDelivery(user, ids[0]!))).toBe(
    'conflict: Only a delivery that failed, came too late, was kept back by a rule, paused or deleted can be retried.',
  )
  expect(await refusal(api.retryDelivery(user, ids[2]!))).toBe(
    'conflict: It may have been sent. Look in the group first.',
  )
  expect(await refusal(api.resolveDelivery(user, ids[1]!, 'sent'))).toBe(
    'conflict: Only a delivery that may have been sent can be resolved.',
  )
})

test('a group that cannot be sent to is said before it is tried', async ({ app }) => {
  const { user, ids } = await give(app)
  await app.pool.query(`update groups set status = 'lost'`)
  expect(await refusal(api.retryDelivery(user, ids[1]!))).toBe(
    'conflict: The group cannot be reached any more.',
  )
})

test('036 what belongs to others does not exist', async ({ app }) => {
  const { ids, occurrenceId } = await give(app)
  const other = await app.person()
  const missing = 'not_found: This delivery does not exist.'
  for (const id of [ids[0]!, 'nonsense', SOURCE_ID]) {
    expect(await refusal(api.readDelivery(other, id))).toBe(missing)
    expect(await refusal(api.retryDelivery(other, id))).toBe(missing)
    expect(await refusal(api.resolveDelivery(other, id, 'sent'))).toBe(missing)
  }
  expect(await refusal(readOccurrence(other, occurrenceId))).toContain('not_found')
  expect(await api.listDeliveries(other, { limit: 50, occurrenceId })).toEqual({
    items: [],
    nextCursor: null,
  })
})

test('deliveries are listed page by page, and by what they are asked for', async ({ app }) => {
  const { user, ids, posting, occurrenceId } = await give(app)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page = await api.listDeliveries(user, { limit: 3, ...(cursor ? { cursor } : {}) })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor)
  expect(seen.toSorted()).toEqual(ids.toSorted())

  const idsOf = async (query: Partial<api.Query>) =>
    (await api.listDeliveries(user, { limit: 50, ...query })).items.map(({ id }) => id)
  expect(await idsOf({ messageId: SOURCE_ID })).toHaveLength(4)
  expect(await idsOf({ messageId: occurrenceId })).toEqual([])
  expect(await idsOf({ messageId: 'nonsense' })).toEqual([])
  expect(await idsOf({ groupId: posting.groupIds[1]! })).toEqual([ids[1]])
  expect((await idsOf({ status: 'failed,unconfirmed' })).toSorted()).toEqual(
    [ids[1]!, ids[2]!].toSorted(),
  )
  expect(await refusal(idsOf({ status: 'lost' }))).toBe('invalid: There is no status "lost".')
})

test('a delivery is shown with its tries, also the one on its way', async ({ app }) => {
  const { user, ids } = await give(app)
  await app.pool.query(`update deliveries set status = 'sending', attempt = 2 where id = $1`, [
    ids[1],
  ])
  const shown = presentDelivery(await api.readDelivery(user, ids[1]!))
  expect(shown.attempts).toMatchObject([
    { number: 1, outcome: 'failed', text: 'no_rights' },
    { number: 2, outcome: null, closedAt: null, text: 'It is on its way.' },
  ])
  expect(presentDelivery(await api.readDelivery(user, ids[2]!)).attention).toMatchObject({
    code: 'unconfirmed',
  })
})

test('what a later run has brought to the group since is not sent there again unless a person says so', async ({
  app,
}) => {
  const { user, posting, ids } = await give(app)
  app.clock.advance(minutes(30))
  const later = await planLater(app, { user, posting })
  const words =
    'invalid: A later run has sent the same message to this group since then, or is sending it. Members would get it twice.'
  // Also while it is on its way.
  expect(await refusal(api.retryDelivery(user, ids[1]!))).toBe(words)
  await app.pool.query(`update deliveries set status = 'sent', sent_at = now() where id = $1`, [
    later,
  ])
  expect(await refusal(api.retryDelivery(user, ids[1]!))).toBe(words)
  expect(await api.readDelivery(user, ids[1]!)).toMatchObject({ status: 'failed' })

  expect(await api.retryDelivery(user, ids[1]!, true)).toMatchObject({ status: 'queued' })
  // Another group had nothing since.
  expect(await api.retryDelivery(user, ids[3]!)).toMatchObject({ status: 'queued' })
})

test('what may have been sent is not sent again after a later run brought it unless a person says so', async ({
  app,
}) => {
  const { user, posting, ids } = await give(app)
  app.clock.advance(minutes(30))
  await planLater(app, { user, posting }, 2)
  expect(await refusal(api.resolveDelivery(user, ids[2]!, 'resend'))).toContain(
    'Members would get it twice.',
  )
  expect(await api.readDelivery(user, ids[2]!)).toMatchObject({ status: 'unconfirmed' })
  expect(await api.resolveDelivery(user, ids[2]!, 'resend', true)).toMatchObject({
    status: 'queued',
  })
})

test('what a later run brought and was deleted from the group since is not called there', async ({
  app,
}) => {
  const { user, posting, ids } = await give(app)
  app.clock.advance(minutes(30))
  const later = await planLater(app, { user, posting })
  await app.pool.query(`update deliveries set status = 'sent', sent_at = now() where id = $1`, [
    later,
  ])
  await app.pool.query(
    `insert into follow_ups (delivery_id, kind, cause, account_id, user_id, occurrence_id, source_id, due_at,
       not_before, created_at, done_at)
     select id, 'delete', 'person', account_id, user_id, occurrence_id, $2, due_at, due_at, due_at, due_at
     from deliveries where id = $1`,
    [later, SOURCE_ID],
  )
  expect(await api.retryDelivery(user, ids[1]!)).toMatchObject({ status: 'queued' })
})

/** A later run of the same message to one group only; answers its delivery. */
async function planLater(
  app: TestApp,
  { user, posting }: Pick<Given, 'user' | 'posting'>,
  group = 1,
) {
  const dueAt = app.clock.now()
  await user.transaction(async (tx) => {
    const source = {
      source: 'message' as const,
      sourceId: SOURCE_ID,
      scheduleId: null,
      slotAt: null,
    }
    const [id] = await openOccurrences(user, tx, [
      { ...source, userId: user.user.id, dueAt, onUnconfirmed: 'ask' },
    ])
    const groupId = posting.groupIds[group]!
    const delivery = { part: 0, contentId: posting.contentId, groupId, topicId: null }
    const slice = { occurrenceId: id!, dueAt, catchUpMs: minutes(15), continuesAt: null }
    await planDeliveries(user, tx, [{ ...slice, deliveries: [delivery] }])
  })
  const { rows } = await app.pool.query<{ id: string }>(
    `select id from deliveries where due_at = $1`,
    [dueAt],
  )
  return rows[0]!.id
}
