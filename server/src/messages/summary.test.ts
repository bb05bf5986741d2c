import { SUMMARY_GROUPS_MAX } from '@carillon/contract/messages'
import { messageInput } from '../../test/message-input.ts'
import { expect, test } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import { daily } from '../../test/series.ts'
import * as messages from './actions.ts'
import { changeSlot } from './slot-edit.ts'
import { countMessages, listMessages } from './list.ts'

test('a list names the first groups of a message and how many there are; the message has all', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: SUMMARY_GROUPS_MAX + 5 })
  const { id } = await messages.createMessage(user, messageInput(groupIds))
  const none = await messages.createMessage(user, messageInput([], { status: 'draft' }))
  const { items } = await listMessages(user, { limit: 10 })
  expect(items.map(({ groupIds, groupCount }) => [groupIds, groupCount])).toEqual([
    [groupIds.slice(0, SUMMARY_GROUPS_MAX), SUMMARY_GROUPS_MAX + 5],
    [[], 0],
  ])
  const whole = await messages.readMessage(user, user, id)
  expect([whole.groupIds, whole.groupCount]).toEqual([groupIds, SUMMARY_GROUPS_MAX + 5])
  expect(items.map((item) => item.id)).toEqual([id, none.id])
})

test('a list has the next runs, without all changes of single runs', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const series = messageInput(groupIds, { kind: 'automated', schedule: daily })
  const { id } = await messages.createMessage(user, series)
  const slot = (at: string) => [`2026-06-${at}:00.000Z`] as const
  const content = { kind: 'text' as const, text: 'Words of one run. '.repeat(50) }
  await changeSlot(user, id, ...slot('01T16:00'), { content, following: false })
  await changeSlot(user, id, ...slot('02T07:00'), { skip: true, following: false })
  const move = { moveTo: '2026-06-03T10:00', following: false }
  await changeSlot(user, id, ...slot('03T07:00'), move)

  // A search finds what a single run says.
  const found = await listMessages(user, { limit: 10, q: 'of ONE run' })
  expect(found.items.map((one) => one.id)).toEqual([id])
  expect((await listMessages(user, { limit: 10, q: 'of no run' })).items).toEqual([])
  const [item] = (await listMessages(user, { limit: 10 })).items
  const whole = await messages.readMessage(user, user, id)
  expect(whole.exceptions).toHaveLength(3)
  const { exceptions: _, schedule, ...shown } = whole
  const { skips: _skips, moves: _moves, ...rule } = schedule!
  expect(item).toEqual({ ...shown, schedule: rule })
  expect(item!.nextRuns.map(({ changed }) => changed)).toEqual(['content', undefined, 'moved'])
  expect(JSON.stringify(item).length).toBeLessThan(2_000)
})

test('messages are counted by status and by attention, those of one kind alone if asked', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  await messages.createMessage(user, messageInput(groupIds))
  await messages.createMessage(user, messageInput([], { status: 'draft' }))
  await messages.createMessage(user, messageInput([], { status: 'draft' }))
  await messages.createMessage(user, messageInput(groupIds, { kind: 'automated', schedule: daily }))
  const asking = JSON.stringify({ code: 'missed', text: 'It was not sent.' })
  await app.pool.query(`update messages set attention = $1 where status = 'active'`, [asking])

  expect(await countMessages(user, 'scheduled')).toEqual({
    statuses: { scheduled: 1, draft: 2 },
    attention: 0,
  })
  expect(await countMessages(user, undefined)).toEqual({
    statuses: { scheduled: 1, draft: 2, active: 1 },
    attention: 1,
  })
  expect(await countMessages(await app.person(), undefined)).toEqual({
    statuses: {},
    attention: 0,
  })
})

test('what is to come and reaches no group needs attention, until a group can be sent to again', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 3 })
  const [closed, open, muted] = groupIds
  const given = async (groups: (string | undefined)[], more = {}) =>
    (await messages.createMessage(user, messageInput(groups.map(String), more))).id
  const alone = await given([closed])
  const series = await given([closed], { kind: 'automated', schedule: daily })
  const paused = await given([closed], { kind: 'automated', schedule: daily })
  await messages.pauseMessage(user, paused)
  await given([closed], { status: 'draft' })
  const withMuted = await given([closed, muted])
  await given([muted])
  await given([closed, open])
  const set = (table: 'groups' | 'accounts', columns: string, id?: string) =>
    app.pool.query(`update ${table} set ${columns} where $1::uuid is null or id = $1`, [id ?? null])
  const asking = async (kind?: 'scheduled') => {
    const { items } = await listMessages(user, { attention: 'true', limit: 50, kind })
    const { attention } = await countMessages(user, kind)
    expect(attention).toBe(items.length)
    return new Set(items.map(({ id }) => id))
  }
  await set('groups', `status = 'muted'`, muted)
  expect(await asking()).toEqual(new Set())

  await set('groups', `status = 'limited', reason = 'Closed.'`, closed)
  expect(await asking()).toEqual(new Set([alone, series, withMuted]))
  expect(await asking('scheduled')).toEqual(new Set([alone, withMuted]))
  await set('groups', `status = 'active', reason = null`, closed)
  expect(await asking()).toEqual(new Set())

  // An account that comes back by itself needs nobody.
  await set('accounts', `status = 'restricted'`)
  expect(await asking()).toEqual(new Set())
  await set('accounts', `status = 'needs_pairing'`)
  expect((await asking()).size).toBe(4)
})
