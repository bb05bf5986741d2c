import { expect, test } from 'vitest'
import { bellOf } from '../../test/bell.ts'
import { mailsOf } from '../../test/browser.ts'
import { cycleInput } from '../../test/cycle-input.ts'
import { messageInput } from '../../test/message-input.ts'
import { openSending } from '../../test/sending.ts'
import { createCycle, readCycle } from '../cycles/actions.ts'
import { sendNext } from '../cycles/position-actions.ts'
import { retryDelivery } from '../deliveries/api.ts'
import { changeGroup, getGroup } from '../groups/actions.ts'
import { createMessage, readMessage, sendMessageNow } from '../messages/actions.ts'
import { clearNotifications, readAllNotifications } from '../notifications/actions.ts'
import { seconds } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { updateUser } from '../users/actions.ts'

/** Berlin, where the user lives, has ten in the morning. */
const MORNING = { from: '09:00', to: '12:00', mode: 'hold' as const }
const NOON = '2026-06-01T10:00:00Z'

/** However busy the machine is. */
const PATIENT = { timeout: seconds(20), interval: 20 }

/**
 * A user with several groups: the first has quiet hours until noon, and in those of `shut` the bot may not
 * write. Who fails is told by mail as well.
 */
async function give({ groups = 2, shut = [1] }: { groups?: number; shut?: number[] } = {}) {
  const sending = await openSending()
  const { app, ctx, sandbox } = sending
  const { occurrencesChanged } = app.ctx
  const posting = await sending.posting({ groups })
  const { groupIds, chatIds } = posting
  const user: UserContext = { ...posting.user, ...ctx, occurrencesChanged }
  const { rev } = await getGroup(user, groupIds[0]!)
  await changeGroup(user, groupIds[0]!, { rev, quietHours: MORNING })
  await updateUser(user, { preferences: { mailed: ['deliveries'] } })
  const forbid = (n: number, mayWrite = false) =>
    sandbox.restrict(chatIds[n]!, { userId: sandbox.botId, mayWrite })
  for (const n of shut) await forbid(n)
  for (const [n, id] of groupIds.entries()) {
    await app.pool.query('update groups set title = $2 where id = $1', [id, `Choir ${n}`])
  }
  await sending.startSending({ ctx: { occurrencesChanged } })
  /** Lets time pass in small steps until this is there. */
  async function soon<T>(look: () => Promise<T | undefined | false>): Promise<T> {
    let found: T | undefined | false
    await expect
      .poll(async () => {
        app.clock.advance(100)
        found = await look()
        return Boolean(found)
      }, PATIENT)
      .toBe(true)
    return found as T
  }
  const told = async () => (await bellOf(user)).filter(({ kind }) => kind === 'deliveries')
  const deliveryTo = async (n: number) => {
    const { rows } = await app.pool.query<{ id: string }>(
      'select id from deliveries where group_id = $1',
      [groupIds[n]],
    )
    return rows[0]!.id
  }
  return { app, user, groupIds, forbid, soon, told, deliveryTo }
}

/** A message that is sent now to all groups. */
async function giveMessage(user: UserContext, groupIds: string[]) {
  const { id } = await createMessage(user, messageInput(groupIds))
  await sendMessageNow(user, id)
  return () => readMessage(user, user, id)
}

test('a group that did not get a message is told while another one still waits, once', async () => {
  const { app, user, groupIds, soon, told } = await give()
  const read = await giveMessage(user, groupIds)
  await soon(async () => (await read()).attention)
  expect(await read()).toMatchObject({
    status: 'sending',
    occurrence: { pending: 1, failed: 1, waiting: { count: 1 } },
    attention: {
      code: 'partly_sent',
      text: expect.stringMatching(/^Choir 1 did not get it: .+ The rest is still to come\.$/),
      action: { label: 'See why' },
    },
  })
  const [item, ...others] = await told()
  expect(others).toEqual([])
  expect(item).toMatchObject({
    title: expect.stringMatching(/ did not reach every group$/),
    message: expect.stringMatching(/^Choir 1 did not get it: /),
    count: 1,
    isRead: false,
  })
  // A toast and a mail are read when the rest has come, too.
  expect(item!.message).not.toContain('still to come')
  const mails = await mailsOf(app)
  expect(mails).toMatchObject([{ subject: item!.title }])

  // It ends with no more than that: nobody is told again.
  await readAllNotifications(user)
  app.clock.moveTo(NOON)
  await soon(async () => (await read()).status === 'partly_sent')
  expect(await told()).toMatchObject([{ _id: item!._id, isRead: true, count: 1 }])
  expect((await told())[0]!.message).not.toContain('still to come')
  expect(await mailsOf(app)).toHaveLength(1)
})

test('what was told is brought up to date when it ends with more', async () => {
  const { app, user, groupIds, forbid, soon, told } = await give()
  const read = await giveMessage(user, groupIds)
  const [item] = await soon(async () => {
    const items = await told()
    return items.length > 0 && items
  })
  await readAllNotifications(user)
  await forbid(0)
  app.clock.moveTo(NOON)
  await soon(async () => (await read()).status === 'failed')
  expect(await told()).toMatchObject([
    {
      _id: item!._id,
      title: expect.stringMatching(/ was not sent$/),
      message: expect.stringMatching(/^None of the 2 groups got it\. Choir \d: /),
      count: 1,
      isRead: false,
    },
  ])
  expect(await mailsOf(app)).toHaveLength(1)
})

test('what was told and cleared is told anew when it ends with more, without a second mail', async () => {
  const { app, user, groupIds, forbid, soon, told } = await give()
  const read = await giveMessage(user, groupIds)
  await soon(async () => (await told()).length > 0)
  await clearNotifications(user)
  await forbid(0)
  app.clock.moveTo(NOON)
  await soon(async () => (await read()).status === 'failed')
  expect(await told()).toMatchObject([
    { title: expect.stringMatching(/ was not sent$/), count: 1, isRead: false },
  ])
  expect(await mailsOf(app)).toHaveLength(1)
})

test('several groups that fail one after the other are one item that has them all', async () => {
  const { user, groupIds, soon, told } = await give({ groups: 5, shut: [1, 2, 4] })
  const read = await giveMessage(user, groupIds)
  await soon(async () => (await read()).attention?.text.startsWith('3 of 5 groups'))
  expect(await told()).toMatchObject([
    { message: expect.stringMatching(/^3 of 5 groups did not get it\. Choir \d: /), count: 1 },
  ])
})

test('what fails again after a person tried it again is told anew', async () => {
  const { user, groupIds, soon, told, deliveryTo } = await give()
  const read = await giveMessage(user, groupIds)
  await soon(async () => (await read()).attention)
  await readAllNotifications(user)
  await retryDelivery(user, await deliveryTo(1))
  expect(await read()).toMatchObject({ status: 'sending', occurrence: { failed: 0 } })
  expect(await read()).not.toHaveProperty('attention')
  await soon(async () => (await read()).attention)
  await soon(async () => (await told()).some(({ isRead }) => !isRead))
  expect(await told()).toHaveLength(1)
})

test('a group that a rule passed over is on the message, and rings no bell', async () => {
  const { user, groupIds, soon, told } = await give({ shut: [] })
  const { rev } = await getGroup(user, groupIds[1]!)
  await changeGroup(user, groupIds[1]!, { rev, quietHours: { ...MORNING, mode: 'skip' } })
  const read = await giveMessage(user, groupIds)
  await soon(async () => (await read()).attention)
  expect((await read()).attention?.text).toMatch(
    /^Choir 1 did not get it: the group had quiet hours/,
  )
  expect(await told()).toEqual([])
})

test('a group that did not get a step of a cycle is told while another one still waits', async () => {
  const { app, user, groupIds, soon, told } = await give()
  const { id } = await createCycle(user, cycleInput(groupIds))
  await sendNext(user, id)
  const read = () => readCycle(user, user, id)
  await soon(async () => (await read()).attention)
  expect(await read()).toMatchObject({
    status: 'active',
    occurrence: { status: 'sending', pending: 1, failed: 1 },
    attention: {
      code: 'partly_sent',
      text: expect.stringMatching(/^Choir 1 did not get it: .+ The rest is still to come\.$/),
    },
  })
  const [item] = await told()
  expect(item).toMatchObject({ title: '“Rehearsals” did not reach every group', count: 1 })
  app.clock.moveTo(NOON)
  await soon(async () => (await read()).occurrence?.status === 'partly')
  expect(await told()).toMatchObject([{ _id: item!._id, count: 1 }])
  expect((await read()).attention?.text).not.toContain('still to come')
})
