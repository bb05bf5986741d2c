import { heldOpen, someoneWaits } from '../../test/locks.ts'
import { deliveriesOf, giveMessage } from '../../test/message.ts'
import { plan } from '../../test/planning.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { resolveDelivery, retryDelivery } from '../deliveries/api.ts'
import { minutes, seconds } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { maintenanceTasks } from '../rooms.ts'
import { skip } from '../sending/actions.ts'
import * as messages from './actions.ts'
import { deleteMessage, restoreMessage } from './deletion.ts'

const read = (user: UserContext, id: string) => messages.readMessage(user, user, id)

const erase = ({ ctx }: TestApp) =>
  maintenanceTasks['deletedMessages']!(ctx, new AbortController().signal)

/** The fan-out has come as far as its first group. */
async function onlyFirstIsWritten({ pool }: TestApp, groupIds: string[]) {
  await pool.query('update occurrences set total = 1, fan_out_from = 1')
  await pool.query('delete from deliveries where group_id <> $1', [groupIds[0]])
}

/** The lane has read that what came back from the wire was deleted, and passes over it. */
async function giveReadAsDeleted(app: TestApp) {
  const { user, id, accountId } = await giveMessage(app)
  await messages.sendMessageNow(user, id)
  await app.pool.query(`update accounts set epoch = 1`)
  await app.pool.query(`update deliveries set status = 'sending', attempt = 1`)
  await deleteMessage(user, id)
  const { rows } = await app.pool.query<{ id: string }>(
    `update deliveries set status = 'waiting' returning id`,
  )
  const passOver = (ctx = app.ctx) =>
    skip(ctx, { id: accountId, epoch: 1 }, [rows[0]!.id], 'deleted')
  return { user, id, passOver }
}

test('a delivery that its policy was trying again is tried again when the message is restored', async ({
  app,
}) => {
  const { user, id } = await giveMessage(app)
  await messages.sendMessageNow(user, id)
  await app.pool.query(`update deliveries set status = 'waiting', doubtful = true, attempt = 1`)
  await deleteMessage(user, id)
  expect(await deliveriesOf(app)).toEqual([{ status: 'unconfirmed', code: 'deleted' }])
  expect(await restoreMessage(user, id)).toMatchObject({
    status: 'sending',
    occurrence: { total: 1, unconfirmed: 0, pending: 1 },
  })
  expect(await deliveriesOf(app)).toEqual([{ status: 'queued', code: null }])
})

test('a run that came due during one deletion does not return when a later deletion is undone', async ({
  app,
}) => {
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
  const rows = [
    { status: 'skipped', code: 'late' },
    { status: 'queued', code: null },
  ]
  for (let n = 0; n < 2; n++) {
    expect(await restoreMessage(user, id)).toMatchObject({ status: 'sending' })
    expect(await deliveriesOf(app)).toEqual(rows)
    await deleteMessage(user, id)
  }
})

test('a run that is being sent stops when its message is deleted, and goes on when it is restored', async ({
  app,
}) => {
  const { user, groupIds, id } = await giveMessage(app, 3)
  await messages.sendMessageNow(user, id)
  await app.pool.query(
    `update deliveries set status = 'sending', attempt = 1, opened_at = $2 where group_id = $1`,
    [groupIds[0], app.clock.now()],
  )
  await deleteMessage(user, id)
  const taken = { status: 'skipped', code: 'deleted' }
  expect(await deliveriesOf(app)).toEqual([{ status: 'sending', code: null }, taken, taken])
  expect(await restoreMessage(user, id)).toMatchObject({
    status: 'sending',
    occurrence: { status: 'sending', total: 3, skipped: 0, pending: 3 },
  })
  const waits = { status: 'queued', code: null }
  expect(await deliveriesOf(app)).toEqual([{ status: 'sending', code: null }, waits, waits])
  const { rows } = await app.pool.query('select stopped, finished_at from occurrences')
  expect(rows).toEqual([{ stopped: null, finished_at: null }])
})

test('deliveries that were not written yet are written once the message is restored', async ({
  app,
}) => {
  const { user, groupIds, id } = await giveMessage(app, 3)
  await messages.sendMessageNow(user, id)
  await onlyFirstIsWritten(app, groupIds)
  await deleteMessage(user, id)
  await plan(app)
  expect(await deliveriesOf(app)).toEqual([{ status: 'skipped', code: 'deleted' }])
  expect(await restoreMessage(user, id)).toMatchObject({ status: 'sending' })
  await plan(app)
  const waits = { status: 'queued', code: null }
  expect(await deliveriesOf(app)).toEqual([waits, waits, waits])
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
  expect(await deliveriesOf(app)).toMatchObject([{ status: 'skipped' }])
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
  expect(await deliveriesOf(app)).toEqual([
    { status: 'sending', code: null },
    { status: 'skipped', code: 'paused' },
  ])
  const { rows } = await app.pool.query('select stopped from occurrences')
  expect(rows).toEqual([{ stopped: 'paused' }])
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
    message: 'The message or cycle of this delivery was deleted. Restore it first.',
  })
  await restoreMessage(user, id)
  expect(await again()).toMatchObject({ status: 'queued' })
})

test('what may have been sent can be resolved when its message is gone', async ({ app }) => {
  const { user, groupIds, id } = await giveMessage(app, 2)
  await messages.sendMessageNow(user, id)
  await app.pool.query(`update deliveries set status = 'waiting', doubtful = true, attempt = 1`)
  const finishOccurrences = async (group: number, as: 'sent' | 'resend') => {
    const { rows } = await app.pool.query<{ id: string }>(
      'select id from deliveries where group_id = $1',
      [groupIds[group]],
    )
    return resolveDelivery(user, rows[0]!.id, as)
  }
  await deleteMessage(user, id)
  expect(await finishOccurrences(0, 'sent')).toMatchObject({ status: 'sent' })
  await expect(finishOccurrences(1, 'resend')).rejects.toThrow('Restore it first.')
  app.clock.advance(minutes(10))
  await erase(app)
  await expect(finishOccurrences(1, 'resend')).rejects.toThrow(
    'The message or cycle of this delivery was deleted, so it cannot be sent again.',
  )
  expect(await finishOccurrences(1, 'sent')).toMatchObject({ status: 'sent' })
})

test('a restore while maintenance erases keeps the message', async ({ app }) => {
  const { user, id } = await giveMessage(app)
  await deleteMessage(user, id)
  app.clock.advance(minutes(10) - 1)
  const { slow, reached, release } = heldOpen(user)
  const restoring = restoreMessage(slow, id)
  await reached
  app.clock.advance(1)
  const erasing = erase(app)
  await someoneWaits(app)
  release()
  await Promise.all([restoring, erasing])
  expect(await read(user, id)).toMatchObject({ status: 'scheduled' })
})

test('what is tried again in the moment of a deletion is taken back', async ({ app }) => {
  const { user, id } = await giveMessage(app)
  await messages.sendMessageNow(user, id)
  await messages.pauseMessage(user, id)
  const { rows } = await app.pool.query<{ id: string }>('select id from deliveries')
  const { slow, reached, release } = heldOpen(user)
  const trying = retryDelivery(slow, rows[0]!.id)
  await reached
  const deleting = deleteMessage(user, id)
  await someoneWaits(app)
  release()
  await Promise.all([trying, deleting])
  expect(await deliveriesOf(app)).toEqual([{ status: 'skipped', code: 'deleted' }])
})

test('a deletion that was undone since the lane read it passes over nothing', async ({ app }) => {
  const { user, id, passOver } = await giveReadAsDeleted(app)
  await restoreMessage(user, id)
  expect(await passOver()).toEqual([])
  expect(await deliveriesOf(app)).toEqual([{ status: 'waiting', code: null }])
})

test('a deletion that is being undone is waited for', async ({ app }) => {
  const { user, id, passOver } = await giveReadAsDeleted(app)
  const { slow, reached, release } = heldOpen(user)
  const restoring = restoreMessage(slow, id)
  await reached
  const passing = passOver()
  await someoneWaits(app)
  release()
  await Promise.all([restoring, passing])
  expect(await deliveriesOf(app)).toEqual([{ status: 'waiting', code: null }])
})

test('what the lane is passing over comes back when the deletion is undone', async ({ app }) => {
  const { user, id, passOver } = await giveReadAsDeleted(app)
  const { slow, reached, release } = heldOpen(app.ctx)
  const passing = passOver(slow)
  await reached
  const restoring = restoreMessage(user, id)
  await someoneWaits(app)
  release()
  await Promise.all([passing, restoring])
  expect(await deliveriesOf(app)).toEqual([{ status: 'queued', code: null }])
})
