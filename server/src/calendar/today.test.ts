import { expect, test } from '../../test/test-app.ts'
import { cycleInput } from '../../test/cycle-input.ts'
import { messageInput } from '../../test/message-input.ts'
import { createPosting } from '../../test/posting.ts'
import { createCycle } from '../cycles/actions.ts'
import { createMessage } from '../messages/actions.ts'
import { readToday } from './actions.ts'

test('Today tells a cycle of every minute to its end, and what else there is', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const input = cycleInput(groupIds)
  const rule = { kind: 'every' as const, n: 1, unit: 'minute' as const, anchor: '2026-06-01T00:00' }
  const { id } = await createCycle(user, { ...input, schedule: { ...input.schedule!, rule } })
  const tomorrow = {
    timeZone: 'Europe/Berlin',
    rule: { kind: 'once' as const, at: '2026-06-02T05:00' },
  }
  await createMessage(user, messageInput(groupIds, { title: 'Tomorrow', schedule: tomorrow }))
  const { count, sends, unlisted = [] } = await readToday(user)
  expect([count, sends.length, sends.filter(({ title }) => title === 'Tomorrow').length]).toEqual([
    1_441, 200, 1,
  ])
  const end = app.clock.now().getTime() + 24 * 3_600_000
  expect(unlisted).toEqual([
    {
      sourceId: id,
      status: 'planned',
      from: expect.any(String),
      to: expect.any(String),
      count: 1_241,
    },
  ])
  const [{ from, to } = { from: '', to: '' }] = unlisted
  expect(
    Date.parse(from) - Date.parse(sends.filter(({ sourceId }) => sourceId === id).at(-1)!.at),
  ).toBe(60_000)
  expect(end - Date.parse(to)).toBeLessThanOrEqual(60_000)
})
