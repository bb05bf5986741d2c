import { cycleInput, step } from '../../test/cycle-input.ts'
import { messageInput } from '../../test/message-input.ts'
import { giveFile, createPosting } from '../../test/posting.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import type { Channel } from '../channels/port.ts'
import { createMessage, sendMessageNow } from '../messages/actions.ts'
import type { UserContext } from '../platform/context.ts'
import { createCycle } from './actions.ts'
import type { Input } from './checks.ts'
import { simulateCycle } from './simulation/simulation.ts'
import { changeSlot } from './slot-edit.ts'

const simulated = (
  user: UserContext,
  input: Input,
  rest: { cycleId?: string; days?: number } = {},
) => simulateCycle(user, { ...input, days: 1, ...rest })

/** The same user, whose network lets a number send 3 messages on its first day and 4 on each later one. */
function keptGentle(user: UserContext): UserContext {
  const channel = user.channels.get('telegram-bot')!
  const allowance: Channel['allowance'] = {
    most: (day) => (day === 1 ? 3 : 4),
    warmUpDays: 1,
    used: async () => new Map(),
    counted: async () => new Set(),
  }
  return { ...user, channels: new Map([[channel.kind, { ...channel, allowance }]]) }
}

async function albumOf(app: TestApp, user: UserContext) {
  const media = [1, 2, 3].map(async () => ({ mediaId: await giveFile(app, user) }))
  return { kind: 'album' as const, text: 'Three', media: await Promise.all(media) }
}

test('what a number may send on one day is told with each send: what goes a day later, and what has no room then', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 6 })
  await app.pool.query('update accounts set linked_at = $1', [app.clock.now()])
  const gentle = keptGentle(user)
  const input = cycleInput(groupIds, { overlap: 'wait' })
  const { sends, warnings, slots } = await simulated(gentle, input, { days: 3 })
  expect(sends.slice(0, 6).map(({ rule, sentAt }) => [rule, sentAt.slice(0, 13)])).toEqual([
    ...Array.from({ length: 3 }, () => [undefined, '2026-06-01T08']),
    ...Array.from({ length: 3 }, () => ['allowance', '2026-06-02T08']),
  ])
  // Sends until then are moved, and the next one finds little of the allowance left on its day.
  expect(slots.slice(0, 2)).toMatchObject([
    { slotAt: '2026-06-01T08:30:00.000Z', groups: 6, held: 3, skipped: 0 },
    { slotAt: '2026-06-02T08:30:00.000Z', groups: 6, held: 4, skipped: 1 },
  ])
  expect(warnings.filter(({ code }) => code === 'allowance').map(({ text }) => text)).toEqual([
    expect.stringMatching(/^\d+ sends go out a day later: the number that sends may send only so/),
    expect.stringMatching(/ left out: the number that sends has no room that day, and none on/),
  ])

  // An album counts as its files, and so does one that waits already.
  const album = await albumOf(app, user)
  const albums = cycleInput(groupIds, { steps: [step('', { content: album })] })
  const held = async () => (await simulated(gentle, albums, { days: 1 })).slots[0]
  expect(await held()).toMatchObject({ groups: 6, held: 1, skipped: 4 })
  const { id } = await createMessage(user, messageInput(groupIds.slice(0, 1), { content: album }))
  await sendMessageNow(user, id)
  expect(await held()).toMatchObject({ groups: 6, held: 1, skipped: 5 })
})

test('a slot with its own words counts with all of their files on the day of a number', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 3 })
  await app.pool.query('update accounts set linked_at = $1', [app.clock.now()])
  const gentle = keptGentle(user)
  const album = await albumOf(app, user)
  const { id, nextRuns } = await createCycle(user, cycleInput(groupIds))
  await changeSlot(user, id, nextRuns[0]!.slotAt, { content: album })
  const { slots } = await simulated(gentle, cycleInput(groupIds), { cycleId: id, days: 1 })
  expect(slots[0]).toMatchObject({ steps: [null], groups: 3, held: 1, skipped: 1 })
})
