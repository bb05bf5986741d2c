import { MessageInput } from '@carillon/contract/schemas/messages'
import { messageInput } from '../../test/message-input.ts'
import { createPosting } from '../../test/posting.ts'
import { openPreflight } from '../../test/preflight.ts'
import { expect, test } from '../../test/test-app.ts'
import type { UserContext } from '../platform/context.ts'
import { createMessage } from './actions.ts'
import { checkBefore } from './preflight.ts'

test('what other messages send to a group before it that day is told, by the rules of the group', async ({
  app,
}) => {
  const { ask, set, user, groupIds } = await openPreflight(app, 3)
  const early = (at: string, some: string[]) =>
    createMessage(
      user,
      messageInput(some, {
        schedule: { timeZone: 'Europe/Berlin', rule: { kind: 'once', at: `2026-06-01T${at}` } },
      }),
    )
  await early('11:30', groupIds)
  await early('11:45', groupIds.slice(0, 1))
  expect((await ask({ text: 'Hello' })).warnings).toEqual([])
  await set('daily_cap = 2', groupIds[0])
  await set('daily_cap = 2, min_gap_minutes = 60', groupIds[1])
  const { warnings, forecast } = await ask({ text: 'Hello' })
  // The group that does not get it is not counted.
  expect(forecast).toMatchObject({ isLater: true, sends: 2 })
  expect(warnings).toEqual([
    {
      code: 'cap',
      effect: 'not_sent',
      groupId: groupIds[0],
      text: expect.stringMatching(/takes 2 messages a day, and others go there before it that day/),
    },
    {
      code: 'gap',
      effect: 'later',
      groupId: groupIds[1],
      text: expect.stringMatching(/one message in 60 minutes, .*: it waits there\.$/),
    },
  ])
})

test('a daily limit is checked when quiet hours end, and a skip by quiet hours has one reason', async ({
  app,
}) => {
  const { ask, set, user, groupIds } = await openPreflight(app, 4)
  const night = (mode: string) =>
    `daily_cap = 1, time_zone = 'Europe/Berlin', quiet_hours = '${JSON.stringify({ from: '22:00', to: '07:00', mode })}'`
  for (const groupId of groupIds.slice(0, 2)) await set(night('hold'), groupId)
  await set(night('skip'), groupIds[2])
  await set(`daily_cap = 1, time_zone = 'Europe/Berlin'`, groupIds[3])
  const at = (time: string) => ({
    schedule: {
      timeZone: 'Europe/Berlin',
      rule: { kind: 'once' as const, at: `2026-06-01T${time}` },
    },
  })
  // The evening before counts for that evening, and what waits with it until the morning for the morning.
  await createMessage(user, messageInput([groupIds[0]!, ...groupIds.slice(2)], at('21:30')))
  await createMessage(user, messageInput([groupIds[1]!], at('22:30')))
  const { warnings } = await ask({ text: 'Hello' }, at('23:00'))
  const toldOf = (id: string) =>
    warnings.filter(({ groupId }) => groupId === id).map(({ code, effect }) => [code, effect])
  expect(groupIds.map(toldOf)).toEqual([
    [['quiet_hours', 'later']],
    [['cap', 'not_sent']],
    [['quiet_hours', 'not_sent']],
    [['cap', 'later']],
  ])
})

test('what hundreds of others send is computed while nobody waits for the database, and only as far as it matters', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 40 })
  await app.pool.query('update groups set daily_cap = 3')
  await app.pool.query('update groups set min_gap_minutes = 60 where id = $1', [groupIds[0]])
  for (let n = 0; n < 5; n++) {
    await createMessage(
      user,
      messageInput(groupIds, {
        kind: 'automated',
        schedule: {
          timeZone: 'Europe/Berlin',
          rule: { kind: 'every', n: 1, unit: 'minute', anchor: '2026-06-01T10:30' },
        },
      }),
    )
  }
  // It would wait for its quiet hours in vain: that is not said.
  const quiet = JSON.stringify({ from: '00:00', to: '23:59', mode: 'hold' })
  await app.pool.query('update groups set quiet_hours = $1 where id = $2', [quiet, groupIds[0]])
  let held = 0
  const counting: UserContext = {
    ...user,
    async transaction(work) {
      held += 1
      try {
        return await user.transaction(work)
      } finally {
        held -= 1
      }
    },
  }
  const meanwhile: number[] = []
  const input = MessageInput.parse(messageInput(groupIds, { status: 'draft' }))
  const { warnings } = await checkBefore(counting, input, async () => void meanwhile.push(held))
  expect(warnings.map(({ code, effect }) => `${code} ${effect}`)).toEqual(
    groupIds.map(() => 'cap not_sent'),
  )
  expect(Math.max(...meanwhile)).toBe(0)
  // Once for each slot and once for each group of each of the others, not for each slot and group.
  expect(meanwhile.length).toBeGreaterThan(5 * 40)
  expect(meanwhile.length).toBeLessThan(5 * (120 + 40))
})
