import { messageInput } from '../../test/message-input.ts'
import { expect, test as base } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import { daily } from '../../test/series.ts'
import type { UserContext } from '../platform/context.ts'
import * as messages from './actions.ts'
import type { Input } from './checks.ts'
import { changeSlot, type SlotChange } from './slot-edit.ts'
import { restoreSeries } from './restore-series.ts'
import { sendTest } from './test-message.ts'

const env = { LIMIT_ACTIVE_SERIES: '2', LIMIT_MESSAGES: '4', LIMIT_SLOT_CONTENTS: '2' }
const test = base.extend({ appOptions: async ({}, use) => use({ env }) })

const series = (user: UserContext, groupIds: string[], change: Partial<Input> = {}) =>
  messages.createMessage(
    user,
    messageInput(groupIds, { kind: 'automated', schedule: daily, ...change }),
  )

/** Changes a slot of June, named in UTC. */
const change = (user: UserContext, id: string, slotAt: string, what: Partial<SlotChange>) =>
  changeSlot(user, id, `2026-06-${slotAt}:00.000Z`, { following: false, ...what })

const tooManySeries = {
  code: 'limit_reached',
  extra: { limit: 'activeSeries' },
  message:
    'You have 2 active automated messages, the most this server allows. Pause or finish one first.',
}

test('a series above the limit is not activated, resumed or carried on', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const first = await series(user, groupIds)
  const second = await series(user, groupIds)
  await expect(series(user, groupIds)).rejects.toMatchObject(tooManySeries)
  const draft = await series(user, groupIds, { status: 'draft' })
  const activate = { ...messageInput(groupIds), ...draft, status: 'active' as const, title: '' }
  await expect(messages.updateMessage(user, draft.id, activate)).rejects.toMatchObject(
    tooManySeries,
  )
  // The following runs would become a series of their own.
  const onward = { moveTo: '2026-06-04T10:00', following: true }
  await expect(change(user, first.id, '04T07:00', onward)).rejects.toMatchObject(tooManySeries)
  // An active series may be edited. A pause until a time still counts towards the limit; one without a time does not.
  await change(user, second.id, '05T07:00', { skip: true })
  await messages.pauseMessage(user, first.id, { until: '2026-06-03T00:00:00.000Z' })
  await expect(messages.updateMessage(user, draft.id, activate)).rejects.toMatchObject(
    tooManySeries,
  )
  await messages.pauseMessage(user, second.id)
  await messages.updateMessage(user, draft.id, activate)
  await expect(messages.resumeMessage(user, second.id)).rejects.toMatchObject(tooManySeries)
})

test('a series goes on after its pause and is put back, though others are at the limit', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const first = await series(user, groupIds)
  const schedule = first.schedule!
  const moved = await change(user, first.id, '04T07:00', {
    moveTo: '2026-06-04T10:00',
    following: true,
  })
  const { continuedBy, rev } = moved
  expect(continuedBy).toBeDefined()
  // Both parts are one series again: that takes no place.
  await restoreSeries(user, first.id, { rev, schedule, contents: [], continuedBy })
  await messages.pauseMessage(user, first.id, { until: '2026-06-03T00:00:00.000Z' })
  await series(user, groupIds)
  app.clock.moveTo('2026-06-03T00:00:00Z')
  await app.runJobs()
  expect((await messages.readMessage(user, user, first.id)).status).toBe('active')
})

test('two that take the last place at once: one gets it', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  await series(user, groupIds)
  const both = await Promise.allSettled([series(user, groupIds), series(user, groupIds)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a message above the limit is not made or copied; tests are counted for themselves', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await messages.createMessage(user, messageInput(groupIds))
  for (let n = 0; n < 3; n++) await messages.duplicateMessage(user, id)
  const refused = {
    code: 'limit_reached',
    extra: { limit: 'messages' },
    message:
      'You have 4 messages, the most this server allows. Delete some you no longer need first.',
  }
  await expect(messages.duplicateMessage(user, id)).rejects.toMatchObject(refused)
  await expect(messages.createMessage(user, messageInput(groupIds))).rejects.toMatchObject(refused)
  for (let n = 0; n < 4; n++) await sendTest(user, groupIds[0]!)
  await expect(sendTest(user, groupIds[0]!)).rejects.toMatchObject({
    ...refused,
    message:
      'You have sent 4 tests in the last days, the most this server allows. Send more tomorrow.',
  })
  const another = await createPosting(app)
  await sendTest(another.user, another.groupIds[0]!)
  for (let n = 0; n < 4; n++) {
    await messages.createMessage(another.user, messageInput(another.groupIds))
  }
})

test('runs with words of their own are counted over all messages', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const [first, second] = [await series(user, groupIds), await series(user, groupIds)]
  const content = { kind: 'text' as const, text: 'Another.' }
  await change(user, first.id, '04T07:00', { content })
  await change(user, second.id, '04T07:00', { content })
  const refused = {
    code: 'invalid',
    extra: { details: [{ path: 'content', message: expect.stringMatching(/^2 runs of your /) }] },
  }
  await expect(change(user, second.id, '05T07:00', { content })).rejects.toMatchObject(refused)
  // Other words for the same run take no place.
  await change(user, second.id, '04T07:00', { content: { kind: 'text', text: 'Once more.' } })
  await change(user, first.id, '04T07:00', { restore: true })
  await change(user, second.id, '05T07:00', { content })
  // Those that are over take no place: nobody could free it.
  await expect(change(user, first.id, '08T07:00', { content })).rejects.toMatchObject(refused)
  app.clock.moveTo('2026-06-06T07:00:00Z')
  await app.pool.query('update schedules set next_slot_at = $1', [new Date('2026-06-07T07:00:00Z')])
  await app.pool.query('update messages set next_at = $1', [new Date('2026-06-07T07:00:00Z')])
  await change(user, first.id, '08T07:00', { content })
  const { rows } = await app.pool.query('select from slot_contents')
  expect(rows).toHaveLength(3)
  await app.pool.query(
    `update slot_contents set slot_at = slot_at - interval '400 days' where slot_at < $1`,
    [app.clock.now()],
  )
  await change(user, first.id, '08T07:00', { content })
  expect((await app.pool.query('select from slot_contents')).rows).toHaveLength(1)
})
