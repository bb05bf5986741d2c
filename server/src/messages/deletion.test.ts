import { messageInput } from '../../test/drafting.ts'
import { someoneWaits } from '../../test/locks.ts'
import { plan } from '../../test/planning.ts'
import { givePosting } from '../../test/posting.ts'
import { daily, giveSeries, sentUntil } from '../../test/series.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { resolveDelivery, retryDelivery } from '../deliveries/api.ts'
import { minutes, seconds } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { readCalendar, readToday } from '../calendar/actions.ts'
import { removeGroup } from '../groups/actions.ts'
import { maintenanceTasks } from '../rooms.ts'
import * as messages from './actions.ts'
import { listMessages } from './list.ts'
import { changeSlot } from './slots.ts'
import { messageData } from './user-data.ts'
import { deleteMessage, deleteMessages, restoreMessage, restoreMessages } from './deletion.ts'

const june = { from: '2026-06-01', to: '2026-06-02' }
const gone = { code: 'not_found', message: 'This message does not exist.' }
const read = (user: UserContext, id: string) => messages.readMessage(user, user, id)

/** A message that is to go out to its groups at noon in Berlin; it is ten there. */
async function giveMessage(app: TestApp, groups = 1) {
  const { user, groupIds } = await givePosting(app, { groups })
  const message = await messages.createMessage(user, messageInput(groupIds))
  return { user, groupIds, message, id: message.id }
}

const deliveries = async ({ pool }: TestApp) =>
  (await pool.query(`select status, code from deliveries order by status <> 'sending', code`)).rows

/** The fan-out has come as far as its first group. */
async function onlyFirstIsWritten({ pool }: TestApp, groupIds: string[]) {
  await pool.query('update occurrences set total = 1, fan_out_from = 1')
  await pool.query('delete from deliveries where group_id <> $1', [groupIds[0]])
}

const erase = ({ ctx }: TestApp) =>
  maintenanceTasks['deletedMessages']!(ctx, new AbortController().signal)

test('a deleted message is nowhere, and comes back just as it was', async ({ app }) => {
  const { user, message, id } = await giveMessage(app)
  const seen = async () => {
    const exported = []
    for await (const page of messageData.export(user, user.user.id)) exported.push(...page)
    return [
      (await listMessages(user, { limit: 10 })).items,
      (await listMessages(user, { limit: 10, q: 'Rehearsal' })).items,
      (await readCalendar(user, june)).days.flatMap(({ sends }) => sends),
      (await readToday(user)).sends,
      exported,
    ].map((found) => found.length)
  }
  expect(await seen()).toEqual([1, 1, 1, 1, 1])
  await deleteMessage(user, id)
  expect(await seen()).toEqual([0, 0, 0, 0, 0])
  for (const verb of [
    () => read(user, id),
    () => messages.updateMessage(user, id, { ...messageInput([]), status: 'draft', rev: 1 }),
    () => messages.sendMessageNow(user, id),
    () => messages.duplicateMessage(user, id),
    () => messages.pauseMessage(user, id),
  ]) {
    await expect(verb()).rejects.toMatchObject(gone)
  }
  const { rev: _, ...restored } = await restoreMessage(user, id)
  const { rev: _before, ...before } = message
  expect(restored).toEqual(before)
  expect(await seen()).toEqual([1, 1, 1, 1, 1])
  app.clock.moveTo(new Date('2026-06-01T10:00:00.000Z'))
  await plan(app)
  expect(await deliveries(app)).toEqual([{ status: 'queued', code: null }])
})

test('deleting and restoring again change nothing', async ({ app }) => {
  const { user, id } = await giveMessage(app)
  await deleteMessage(user, id)
  expect(await deleteMessage(user, id)).toEqual({ done: true })
  const { rev } = await restoreMessage(user, id)
  expect((await restoreMessage(user, id)).rev).toBe(rev)
})

test('what came due while a message was deleted is not sent', async ({ app }) => {
  const { user, id } = await giveMessage(app)
  app.clock.moveTo(new Date('2026-06-01T09:55:00.000Z'))
  await deleteMessage(user, id)
  app.clock.advance(minutes(6))
  await plan(app)
  expect(await deliveries(app)).toEqual([])
  expect(await restoreMessage(user, id)).toMatchObject({
    status: 'missed',
    nextAt: null,
    attention: { code: 'missed', action: { label: 'Reschedule' } },
  })
  await plan(app)
  expect(await deliveries(app)).toEqual([])
})

test('what was planned a moment ahead goes when it is restored in time, and not after it', async ({
  app,
}) => {
  const slot = new Date('2026-06-01T10:00:00.000Z')
  const { user, id } = await giveMessage(app)
  app.clock.moveTo(new Date(slot.getTime() - 800))
  await plan(app)
  await deleteMessage(user, id)
  app.clock.advance(400)
  expect(await restoreMessage(user, id)).toMatchObject({ status: 'sending' })
  expect(await deliveries(app)).toEqual([{ status: 'queued', code: null }])
  await deleteMessage(user, id)
  app.clock.advance(seconds(1))
  expect(await restoreMessage(user, id)).toMatchObject({ status: 'missed' })
  expect(await deliveries(app)).toEqual([{ status: 'skipped', code: 'late' }])
})

test('what its policy was trying again is tried again when it is restored', async ({ app }) => {
  const { user, id } = await giveMessage(app)
  await messages.sendMessageNow(user, id)
  await app.pool.query(`update deliveries set status = 'waiting', doubtful = true, attempt = 1`)
  await deleteMessage(user, id)
  expect(await deliveries(app)).toEqual([{ status: 'unconfirmed', code: 'deleted' }])
  expect(await restoreMessage(user, id)).toMatchObject({
    status: 'sending',
    occurrence: { total: 1, unconfirmed: 0, pending: 1 },
  })
  expect(await deliveries(app)).toEqual([{ status: 'queued', code: null }])
})

test('what came due during one deletion does not return with a later one', async ({ app }) => {
  const { user, groupIds, id } = await giveMessage(app, 2)
  await messages.sendMessageNow(user, id)
  const dueAt = async (n: number, ms: number) =>
    app.pool.query('update deliveries set due_at = $2, not_before = $2 where group_id = $1', [
      groupIds[n],
      new Date(app.clock.now().getTime() + ms),
    ])
  await dueAt(0, minutes(1))
  await dueAt(1, minutes(30))
  await deleteMessage(user, id)
  app.clock.advance(minutes(2))
  const stands = [
    { status: 'skipped', code: 'late' },
    { status: 'queued', code: null },
  ]
  for (let n = 0; n < 2; n++) {
    expect(await restoreMessage(user, id)).toMatchObject({ status: 'sending' })
    expect(await deliveries(app)).toEqual(stands)
    await deleteMessage(user, id)
  }
})

test('what is being sent is taken back, and goes on when it is restored', async ({ app }) => {
  const { user, groupIds, id } = await giveMessage(app, 3)
  await messages.sendMessageNow(user, id)
  await app.pool.query(
    `update deliveries set status = 'sending', attempt = 1, opened_at = $2 where group_id = $1`,
    [groupIds[0], app.clock.now()],
  )
  await deleteMessage(user, id)
  const taken = { status: 'skipped', code: 'deleted' }
  expect(await deliveries(app)).toEqual([{ status: 'sending', code: null }, taken, taken])
  expect(await restoreMessage(user, id)).toMatchObject({
    status: 'sending',
    occurrence: { status: 'sending', total: 3, skipped: 0, pending: 3 },
  })
  const waits = { status: 'queued', code: null }
  expect(await deliveries(app)).toEqual([{ status: 'sending', code: null }, waits, waits])
  const { rows } = await app.pool.query('select stopped, finished_at from occurrences')
  expect(rows).toEqual([{ stopped: null, finished_at: null }])
})

test('what was still to be prepared for its groups is prepared once it is restored', async ({
  app,
}) => {
  const { user, groupIds, id } = await giveMessage(app, 3)
  await messages.sendMessageNow(user, id)
  await onlyFirstIsWritten(app, groupIds)
  await deleteMessage(user, id)
  await plan(app)
  expect(await deliveries(app)).toEqual([{ status: 'skipped', code: 'deleted' }])
  expect(await restoreMessage(user, id)).toMatchObject({ status: 'sending' })
  await plan(app)
  const waits = { status: 'queued', code: null }
  expect(await deliveries(app)).toEqual([waits, waits, waits])
  const { occurrence } = await read(user, id)
  expect(occurrence).toMatchObject({ status: 'sending', total: 3, pending: 3 })
  expect(occurrence?.reason).toBeUndefined()
})

test('what was still to be prepared and came due meanwhile is not sent', async ({ app }) => {
  const { user, groupIds, id } = await giveMessage(app, 2)
  app.clock.moveTo('2026-06-01T09:59:59.200Z')
  await plan(app)
  await onlyFirstIsWritten(app, groupIds)
  await deleteMessage(user, id)
  app.clock.advance(seconds(1))
  expect(await restoreMessage(user, id)).toMatchObject({ status: 'missed' })
  await plan(app)
  expect(await deliveries(app)).toMatchObject([{ status: 'skipped' }])
})

test('a message that is paused after it was restored says so and can be resumed', async ({
  app,
}) => {
  const { user, id } = await giveMessage(app, 2)
  await messages.sendMessageNow(user, id)
  await deleteMessage(user, id)
  await restoreMessage(user, id)
  expect(await messages.pauseMessage(user, id)).toMatchObject({ status: 'paused' })
  expect(await messages.resumeMessage(user, id)).toMatchObject({ status: 'scheduled' })
})

test('what a pause took back stays with the pause', async ({ app }) => {
  const { user, groupIds, id } = await giveMessage(app, 2)
  await messages.sendMessageNow(user, id)
  await app.pool.query(
    `update deliveries set status = 'sending', attempt = 1, opened_at = $2 where group_id = $1`,
    [groupIds[0], app.clock.now()],
  )
  await messages.pauseMessage(user, id)
  await deleteMessage(user, id)
  expect(await restoreMessage(user, id)).toMatchObject({ status: 'paused' })
  expect(await deliveries(app)).toEqual([
    { status: 'sending', code: null },
    { status: 'skipped', code: 'paused' },
  ])
  const { rows } = await app.pool.query('select stopped from occurrences')
  expect(rows).toEqual([{ stopped: 'paused' }])
})

test('a series goes on with its next time, and makes up for none', async ({ app }) => {
  const { user, id } = await giveSeries(app)
  app.clock.moveTo(new Date('2026-06-01T15:58:00.000Z'))
  await deleteMessage(user, id)
  app.clock.advance(minutes(5))
  const restored = await restoreMessage(user, id)
  const passed = { status: 'skipped', reason: 'It was not sent: it was deleted.' }
  expect(restored).toMatchObject({
    status: 'active',
    nextAt: '2026-06-02T07:00:00.000Z',
    lastResults: [{ at: '2026-06-01T16:00:00.000Z', ...passed }],
  })
  expect(await sentUntil(app, '2026-06-02T20:00:00.000Z')).toEqual(['02 07:00', '02 16:00'])
})

test('a series does not send a time again that was planned before its deletion', async ({
  app,
}) => {
  const { user, id } = await giveSeries(app)
  app.clock.moveTo('2026-06-01T15:59:59.500Z')
  await plan(app)
  await deleteMessage(user, id)
  app.clock.advance(seconds(1))
  expect((await restoreMessage(user, id)).lastResults).toMatchObject([{ status: 'skipped' }])
})

test('a pause until a time goes on, or ends with its time', async ({ app }) => {
  const { user, id } = await giveSeries(app)
  const pausedUntil = '2026-06-01T08:08:00.000Z'
  await messages.pauseMessage(user, id, { until: pausedUntil })
  await deleteMessage(user, id)
  expect(await restoreMessage(user, id)).toMatchObject({ status: 'paused', pausedUntil })
  await deleteMessage(user, id)
  app.clock.advance(minutes(9))
  await app.runJobs()
  const next = { status: 'active', pausedUntil: null, nextAt: '2026-06-01T16:00:00.000Z' }
  expect(await restoreMessage(user, id)).toMatchObject(next)
})

test('after ten minutes it cannot be restored, and maintenance erases it for good', async ({
  app,
}) => {
  const { user, id } = await giveMessage(app)
  await deleteMessage(user, id)
  app.clock.advance(minutes(10) - 1)
  await erase(app)
  await restoreMessage(user, id)
  await deleteMessage(user, id)
  app.clock.advance(minutes(10))
  await expect(restoreMessage(user, id)).rejects.toMatchObject(gone)
  await erase(app)
  const { rows } = await app.pool.query(
    'select (select count(*) from messages) + (select count(*) from schedules) as n',
  )
  expect(Number(rows[0].n)).toBe(0)
  await expect(deleteMessage(user, id)).rejects.toMatchObject(gone)
})

test('a restore while maintenance erases keeps the message', async ({ app }) => {
  const { user, id } = await giveMessage(app)
  await deleteMessage(user, id)
  app.clock.advance(minutes(10) - 1)
  const held = Promise.withResolvers<void>()
  const restored = Promise.withResolvers<void>()
  const slow: UserContext = {
    ...user,
    transaction: (work) =>
      user.transaction(async (tx) => {
        const result = await work(tx)
        restored.resolve()
        await held.promise
        return result
      }),
  }
  const restoring = restoreMessage(slow, id)
  await restored.promise
  app.clock.advance(1)
  const erasing = erase(app)
  await someoneWaits(app)
  held.resolve()
  await Promise.all([restoring, erasing])
  expect(await read(user, id)).toMatchObject({ status: 'scheduled' })
})

test('a restore asks for the room that others may have taken', async ({ app }) => {
  const { user, id } = await giveSeries(app)
  const { groupIds } = await read(user, id)
  const limits = { ...user.config.limits, activeSeries: 1 }
  const limited = { ...user, config: { ...user.config, limits } }
  await deleteMessage(limited, id)
  const other = await messages.createMessage(
    limited,
    messageInput(groupIds, { kind: 'automated', schedule: daily }),
  )
  await expect(restoreMessage(limited, id)).rejects.toMatchObject({ code: 'limit_reached' })
  await deleteMessage(limited, other.id)
  expect(await restoreMessage(limited, id)).toMatchObject({ status: 'active' })
})

test('a restore says that its groups were removed meanwhile', async ({ app }) => {
  const { user, groupIds, id } = await giveMessage(app)
  await deleteMessage(user, id)
  await removeGroup(user, groupIds[0]!)
  await app.runJobs()
  await restoreMessage(user, id)
  await app.runJobs()
  expect(await read(user, id)).toMatchObject({ attention: { code: 'no_groups' } })
})

test('what single runs of a deleted series say is not counted until it is restored', async ({
  app,
}) => {
  const { user, id, change } = await giveSeries(app)
  const content = { kind: 'text' as const, text: 'Only today.' }
  await change('2026-06-02T07:00', { content })
  const limits = { ...user.config.limits, slotContents: 1 }
  const limited = { ...user, config: { ...user.config, limits } }
  const { groupIds } = await read(user, id)
  const other = await messages.createMessage(
    limited,
    messageInput(groupIds, { kind: 'automated', schedule: daily }),
  )
  const slotAt = '2026-06-02T07:00:00.000Z'
  await deleteMessage(limited, id)
  await changeSlot(limited, other.id, slotAt, { following: false, content })
  await expect(restoreMessage(limited, id)).rejects.toMatchObject({ code: 'invalid' })
  await deleteMessage(limited, other.id)
  expect(await restoreMessage(limited, id)).toMatchObject({ status: 'active' })
})

test('several are deleted and restored by one call, and what cannot be is said', async ({
  app,
}) => {
  const { user, groupIds, id } = await giveMessage(app)
  const other = await messages.createMessage(user, messageInput(groupIds))
  const ids = [id, other.id, app.ctx.ids.next()]
  const all = { done: [id, other.id], refused: gone.message }
  expect(await deleteMessages(user, ids)).toEqual(all)
  expect((await listMessages(user, { limit: 10 })).items).toEqual([])
  expect(await restoreMessages(user, ids)).toEqual(all)
  expect((await listMessages(user, { limit: 10 })).items).toHaveLength(2)
})

test('what is deleted is answered when the server fails at a later one', async ({ app }) => {
  const { user, groupIds, id } = await giveMessage(app)
  const other = await messages.createMessage(user, messageInput(groupIds))
  let calls = 0
  const failing: UserContext = {
    ...user,
    transaction: (work) => {
      if (++calls > 1) throw new Error('The disk is full.')
      return user.transaction(work)
    },
  }
  const refused = 'Something went wrong on our side.'
  expect(await deleteMessages(failing, [id, other.id])).toEqual({ done: [id], refused })
  await expect(deleteMessages(failing, [other.id])).rejects.toThrow('The disk is full.')
  expect((await restoreMessages(user, [id, other.id])).done).toEqual([id, other.id])
})

test("nobody deletes or restores another's message", async ({ app }) => {
  const { user, id } = await giveMessage(app)
  const { user: other } = await givePosting(app)
  await expect(deleteMessage(other, id)).rejects.toMatchObject(gone)
  await deleteMessage(user, id)
  await expect(restoreMessage(other, id)).rejects.toMatchObject(gone)
  await expect(deleteMessage(other, id)).rejects.toMatchObject(gone)
})

test('nothing of a deleted message is sent again, before it is restored', async ({ app }) => {
  const { user, id } = await giveMessage(app)
  await messages.sendMessageNow(user, id)
  await messages.pauseMessage(user, id)
  const { rows } = await app.pool.query<{ id: string }>('select id from deliveries')
  const again = () => retryDelivery(user, rows[0]!.id)
  await deleteMessage(user, id)
  await expect(again()).rejects.toMatchObject({
    code: 'conflict',
    message: 'What this belongs to was deleted. Restore it first.',
  })
  await restoreMessage(user, id)
  expect(await again()).toMatchObject({ status: 'queued' })
})

test('what may have been sent can be settled when its message is gone', async ({ app }) => {
  const { user, groupIds, id } = await giveMessage(app, 2)
  await messages.sendMessageNow(user, id)
  await app.pool.query(`update deliveries set status = 'waiting', doubtful = true, attempt = 1`)
  const settle = async (group: number, as: 'sent' | 'resend') => {
    const { rows } = await app.pool.query<{ id: string }>(
      'select id from deliveries where group_id = $1',
      [groupIds[group]],
    )
    return resolveDelivery(user, rows[0]!.id, as)
  }
  await deleteMessage(user, id)
  expect(await settle(0, 'sent')).toMatchObject({ status: 'sent' })
  await expect(settle(1, 'resend')).rejects.toThrow('Restore it first.')
  app.clock.advance(minutes(10))
  await erase(app)
  await expect(settle(1, 'resend')).rejects.toThrow(
    'What this belongs to was deleted. It cannot be sent again.',
  )
  expect(await settle(1, 'sent')).toMatchObject({ status: 'sent' })
})

test('what is tried again in the moment of a deletion is taken back', async ({ app }) => {
  const { user, id } = await giveMessage(app)
  await messages.sendMessageNow(user, id)
  await messages.pauseMessage(user, id)
  const { rows } = await app.pool.query<{ id: string }>('select id from deliveries')
  const held = Promise.withResolvers<void>()
  const tried = Promise.withResolvers<void>()
  const slow: UserContext = {
    ...user,
    transaction: (work) =>
      user.transaction(async (tx) => {
        const result = await work(tx)
        tried.resolve()
        await held.promise
        return result
      }),
  }
  const trying = retryDelivery(slow, rows[0]!.id)
  await tried.promise
  const deleting = deleteMessage(user, id)
  await someoneWaits(app)
  held.resolve()
  await Promise.all([trying, deleting])
  expect(await deliveries(app)).toEqual([{ status: 'skipped', code: 'deleted' }])
})

test('what a deleted message sent is not counted among the sends of its day', async ({ app }) => {
  const { user, id } = await giveMessage(app)
  await messages.sendMessageNow(user, id)
  const counts = async () => [
    (await readToday(user)).count,
    ...(await readCalendar(user, june)).days.map(({ count }) => count),
  ]
  expect(await counts()).toEqual([1, 1])
  await deleteMessage(user, id)
  expect(await counts()).toEqual([0])
  await restoreMessage(user, id)
  expect(await counts()).toEqual([1, 1])
})
