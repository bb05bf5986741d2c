import { expect, test, vi } from 'vitest'
import { cycleInput } from '../../test/cycle-input.ts'
import { openSending } from '../../test/sending.ts'
import { listDeliveries, retryDelivery } from '../deliveries/api.ts'
import { presentDelivery } from '../deliveries/present.ts'
import { hours, minutes } from '../platform/clock.ts'
import { createCycle, readCycle, updateCycle } from './actions.ts'
import { sendNext } from './position-actions.ts'

const STEPS: ReadonlySet<string | undefined> = new Set(['One', 'Two', 'Three'])

/** A cycle that replaces its copies, and a way to send its next step to all of its groups. */
async function open(groups: number, type?: 'group') {
  const sending = await openSending({
    now: new Date().toISOString(),
  })
  const { app, sandbox } = sending
  const { user, groupIds, chatIds } = await sending.posting({ groups, ...(type ? { type } : {}) })
  const { occurrencesChanged } = app.ctx
  await sending.startSending({ ctx: { occurrencesChanged } })
  const input = cycleInput(groupIds, { replacePrevious: true, status: 'draft' })
  const { id } = await createCycle(user, input)
  return {
    app,
    sandbox,
    chatIds,
    groupIds,
    user,
    id,
    /** Resolves once it has ended, with its id. */
    async sendNext(): Promise<string> {
      app.clock.advance(1_000)
      await sendNext(user, id)
      const open = 'select from occurrences where finished_at is null'
      await vi.waitUntil(async () => (await app.pool.query(open)).rows.length === 0, 20_000)
      const last = 'select id from occurrences order by created_at desc limit 1'
      return (await app.pool.query<{ id: string }>(last)).rows[0]!.id
    },
    /** What members see in each group. */
    async seen(chats = chatIds) {
      const all = await Promise.all(chats.map((chat) => sandbox.messages(chat)))
      return all
        .flat()
        .flatMap(({ content }) =>
          content.kind === 'text' && STEPS.has(content.text) ? content.text : [],
        )
    },
    /** Does what is to be done now with what was sent. */
    async followUp() {
      await app.runJobs()
      const due =
        'select from follow_ups where done_at is null and reason is null and not_before <= $1'
      const isDone = async () => (await app.pool.query(due, [app.clock.now()])).rowCount === 0
      await vi.waitUntil(isDone, 20_000)
    },
    deliveries: async () => {
      const { items } = await listDeliveries(user, { cycleId: id, limit: 50 })
      return items.map(presentDelivery)
    },
  }
}

test('the copy before is deleted once the next one is there, and says so', async () => {
  const { sendNext: next, followUp, seen, deliveries } = await open(2)
  await next()
  await next()
  expect(await seen()).toHaveLength(4)
  await followUp()
  expect(await seen()).toEqual(['Two', 'Two'])
  const told = {
    kind: 'delete',
    status: 'done',
    at: expect.any(String),
    text: 'It was deleted in the group when the next copy had come.',
  }
  const replaced = (await deliveries()).map(({ followUps }) => followUps)
  expect(replaced).toEqual([[], [], [told], [told]])
})

test('a copy that a crash or the network kept is deleted later, and no other', async () => {
  const { app, sandbox, sendNext: next, followUp, seen, deliveries } = await open(3)
  await next()
  await next()
  await sandbox.chaos({ method: 'deleteMessage', fault: 'reset', when: 'after', next: 1 })
  await followUp()
  // A copy whose deletion was not confirmed is deleted too, although that is not known yet.
  expect(await seen()).toEqual(['Two', 'Two', 'Two'])
  app.clock.advance(minutes(1))
  await followUp()
  const done = (await deliveries()).filter(({ followUps }) => followUps[0]?.status === 'done')
  expect(done).toHaveLength(3)
  expect(await seen()).toEqual(['Two', 'Two', 'Two'])
})

test('a copy whose chat takes no more for now holds up no other, and each has its own tries', async () => {
  const { app, sandbox, chatIds, sendNext: next, followUp, seen, deliveries } = await open(3)
  await next()
  await next()
  const [flooded, silent] = chatIds
  const fault = { method: 'deleteMessage', when: 'before' } as const
  await sandbox.chaos({ ...fault, chat: flooded!, fault: 'flood', next: 1, amount: 600 })
  await sandbox.chaos({ ...fault, chat: silent!, fault: 'reset', rate: 1 })
  await followUp()
  expect(await seen(chatIds.slice(2))).toEqual(['Two'])
  for (let n = 1; n < 10; n++) {
    app.clock.advance(minutes(10))
    await followUp()
  }
  expect(await seen()).toEqual(['Two', 'One', 'Two', 'Two'])
  const told = (await deliveries()).flatMap(({ followUps }) => followUps.map(({ text }) => text))
  expect(told.toSorted()).toEqual([
    'A try got no answer, so it may have been deleted. The network did not answer. You can delete it by hand in the group.',
    'It was deleted in the group when the next copy had come.',
    'It was deleted in the group when the next copy had come.',
  ])
})

test('once it is switched off, what is not deleted yet stays', async () => {
  const {
    app,
    sandbox,
    user,
    id,
    groupIds,
    sendNext: next,
    followUp,
    seen,
    deliveries,
  } = await open(2)
  await next()
  await next()
  await sandbox.chaos({ method: 'deleteMessage', fault: 'reset', when: 'before', rate: 1 })
  await followUp()
  const { rev, steps } = await readCycle(user, user, id)
  await updateCycle(user, id, { ...cycleInput(groupIds, { steps, status: 'draft' }), rev })
  await sandbox.noFaults()
  app.clock.advance(hours(2))
  await followUp()
  expect(await seen()).toEqual(['One', 'Two', 'One', 'Two'])
  expect((await deliveries()).flatMap(({ followUps }) => followUps)).toEqual([])
})

test('a job that comes after it was switched off deletes nothing', async () => {
  const { app, user, id, groupIds, sendNext: next, followUp, seen } = await open(1)
  await next()
  await next()
  const { rev, steps } = await readCycle(user, user, id)
  await updateCycle(user, id, { ...cycleInput(groupIds, { steps, status: 'draft' }), rev })
  await followUp()
  app.clock.advance(minutes(5))
  expect(await seen()).toEqual(['One', 'Two'])
})

test('a copy that a retry brought after newer ones is replaced with them by the next', async () => {
  const { app, user, sandbox, chatIds, sendNext: next, followUp, seen, deliveries } = await open(2)
  await next()
  await sandbox.chaos({ method: 'sendMessage', chat: chatIds[1]!, fault: 'refuse', next: 1 })
  await next()
  await followUp()
  expect(await seen()).toEqual(['Two', 'One'])
  await next()
  await followUp()
  const failed = (await deliveries()).find(({ status }) => status === 'failed')!
  await retryDelivery(user, failed.id)
  // It is there before its answer is written down, and counted after that.
  const isCounted = async () =>
    (await app.pool.query(`select from occurrences where status <> 'done'`)).rowCount === 0
  await vi.waitUntil(isCounted, 20_000)
  await followUp()
  expect(await seen()).toEqual(['Three', 'Three', 'Two'])
  await next()
  await followUp()
  expect(await seen()).toEqual(['One', 'One'])
})

test('a copy from before two groups turned out to be one chat is replaced there', async () => {
  const { app, sandbox, chatIds, groupIds, sendNext: next, followUp, seen } = await open(2, 'group')
  const moved = await sandbox.migrate(chatIds[0]!)
  await sandbox.promote(moved.id, { userId: sandbox.botId, rights: { can_delete_messages: true } })
  const change = (column: string) => `update groups set ${column} = $2 where id = $1`
  await app.pool.query(change('external_id'), [groupIds[1], String(moved.id)])
  await app.pool.query(change('status'), [groupIds[0], 'muted'])
  await next()
  await app.pool.query(change('status'), [groupIds[0], 'active'])
  await next()
  expect(await seen([moved.id])).toEqual(['One', 'Two'])
  await followUp()
  expect(await seen([moved.id])).toEqual(['Two'])
  await next()
  await followUp()
  expect(await seen([moved.id])).toEqual(['Three'])
})

test('once it is switched on, the last copy from before is replaced too', async () => {
  const { user, id, groupIds, sendNext: next, followUp, seen } = await open(2)
  const replace = async (replacePrevious: boolean) => {
    const { rev, steps } = await readCycle(user, user, id)
    const input = cycleInput(groupIds, { steps, replacePrevious, status: 'draft' })
    await updateCycle(user, id, { ...input, rev })
  }
  await next()
  await followUp()
  await replace(false)
  await next()
  await replace(true)
  await next()
  await followUp()
  expect(await seen()).toEqual(['One', 'Three', 'One', 'Three'])
})

test('a copy that the network does not let go stays, and says why', async () => {
  const { app, sandbox, sendNext: next, followUp, seen, deliveries } = await open(1)
  await next()
  app.clock.advance(hours(49))
  await sandbox.advance(hours(49))
  await next()
  await followUp()
  expect(await seen()).toEqual(['One', 'Two'])
  expect((await deliveries()).at(-1)?.followUps).toMatchObject([
    {
      status: 'failed',
      text: 'It was not deleted: Telegram lets bots delete their messages for 48 hours, and later only as admins who may delete messages. You can delete it by hand in the group.',
    },
  ])
})

test('a copy from before a group became a supergroup stays, and nothing of the new chat is deleted', async () => {
  const { sandbox, chatIds, sendNext: next, followUp, deliveries } = await open(1, 'group')
  await next()
  const { id } = await sandbox.migrate(chatIds[0]!)
  await sandbox.promote(id, { userId: sandbox.botId, rights: { can_delete_messages: true } })
  // The ids of the new chat begin anew, so that one of these has the id of the copy.
  for (let n = 1; n <= 5; n++) await sandbox.say(id, { text: `Hello ${n}` })
  await next()
  await followUp()
  const texts = (await sandbox.messages(id)).map(({ content }) => 'text' in content && content.text)
  expect(texts.filter(Boolean)).toEqual([...[1, 2, 3, 4, 5].map((n) => `Hello ${n}`), 'Two'])
  expect((await deliveries()).at(-1)?.followUps).toMatchObject([
    {
      status: 'failed',
      text: 'It was not deleted: The group has become another chat since it was sent. You can delete it by hand in the group.',
    },
  ])
})
