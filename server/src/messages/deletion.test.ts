import { heldOpen, someoneWaits } from '../../test/locks.ts'
import { messageInput } from '../../test/message-input.ts'
import { deliveriesOf, giveMessage } from '../../test/message.ts'
import { plan } from '../../test/planning.ts'
import { createPosting } from '../../test/posting.ts'
import { daily, giveSeries, sentUntil } from '../../test/series.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { minutes, seconds } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { readCalendar, readToday } from '../calendar/actions.ts'
import { runOnce } from '../platform/http/idempotency.ts'
import { removeGroup } from '../groups/actions.ts'
import { maintenanceTasks } from '../rooms.ts'
import * as messages from './actions.ts'
import { listMessages } from './list.ts'
import { changeSlot } from './slot-edit.ts'
import { messageData } from './user-data.ts'
import { deleteMessage, deleteMessages, restoreMessage, restoreMessages } from './deletion.ts'

const june = { from: '2026-06-01', to: '2026-06-02' }
const gone = { code: 'not_found', message: 'This message does not exist.' }
const read = (user: UserContext, id: string) => messages.readMessage(user, user, id)

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
  expect(await deliveriesOf(app)).toEqual([{ status: 'queued', code: null }])
})

test('a deletion of several that is asked again before it is done is told as done before, and keeps its answer', async ({
  app,
}) => {
  const { user, id } = await giveMessage(app)
  const ask = (given: UserContext) =>
    runOnce(given, 'one key', [id], async (ctx) => ({
      status: 200,
      body: await deleteMessages(ctx, [id]),
    }))
  const { slow, reached, release } = heldOpen(user)
  const first = ask(slow)
  await reached
  const second = ask(user).catch((error: unknown) => error)
  await someoneWaits(app)
  release()
  const done = { status: 200, body: { done: [id], refused: null } }
  expect(await first).toEqual(done)
  expect(await second).toMatchObject({ code: 'already_done' })
  expect(await ask(user)).toEqual(done)
})

test('deleting and restoring again change nothing', async ({ app }) => {
  const { user, id } = await giveMessage(app)
  await deleteMessage(user, id)
  expect(await deleteMessage(user, id)).toEqual({ done: true })
  const { rev } = await restoreMessage(user, id)
  expect((await restoreMessage(user, id)).rev).toBe(rev)
})

test('a run that came due while its message was deleted is not sent', async ({ app }) => {
  const { user, id } = await giveMessage(app)
  app.clock.moveTo(new Date('2026-06-01T09:55:00.000Z'))
  await deleteMessage(user, id)
  app.clock.advance(minutes(6))
  await plan(app)
  expect(await deliveriesOf(app)).toEqual([])
  expect(await restoreMessage(user, id)).toMatchObject({
    status: 'missed',
    nextAt: null,
    attention: { code: 'missed', action: { label: 'Reschedule' } },
  })
  await plan(app)
  expect(await deliveriesOf(app)).toEqual([])
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
  expect(await deliveriesOf(app)).toEqual([{ status: 'queued', code: null }])
  await deleteMessage(user, id)
  app.clock.advance(seconds(1))
  expect(await restoreMessages(user, [id])).toEqual({
    done: [id],
    refused: null,
    missed: expect.stringContaining('passed while it was deleted'),
  })
  expect((await read(user, id)).status).toBe('missed')
  expect(await deliveriesOf(app)).toEqual([{ status: 'skipped', code: 'late' }])
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
  const { user: other } = await createPosting(app)
  await expect(deleteMessage(other, id)).rejects.toMatchObject(gone)
  await deleteMessage(user, id)
  await expect(restoreMessage(other, id)).rejects.toMatchObject(gone)
  await expect(deleteMessage(other, id)).rejects.toMatchObject(gone)
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
