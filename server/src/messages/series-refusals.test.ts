import type { Schedule } from '@carillon/contract/schedule'
import { messageInput } from '../../test/message-input.ts'
import { expect, test } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import * as messages from './actions.ts'
import type { Input } from './checks.ts'

/** Every hour in Berlin, from ten on Monday, 1 June 2026; the clock stands at ten. */
const hourly: Schedule = {
  timeZone: 'Europe/Berlin',
  rule: { kind: 'every', n: 1, unit: 'hour', anchor: '2026-06-01T10:30' },
}

const input = (groupIds: string[], change: Partial<Input> = {}): Input =>
  messageInput(groupIds, { kind: 'automated', schedule: hourly, ...change })

test.for<[change: { [K in keyof Input]?: Input[K] | undefined }, path: string]>([
  [
    { schedule: { timeZone: 'UTC', rule: { kind: 'once', at: '2026-06-02T10:00' } } },
    'schedule.rule.kind',
  ],
  [{ kind: 'scheduled' }, 'schedule.rule.kind'],
  [{ schedule: undefined }, 'schedule.rule'],
  [{ schedule: { ...hourly, ends: { on: '2026-05-01' } } }, 'schedule.ends.on'],
])('%j is refused at %s', async ([change, path], { app }) => {
  const { user, groupIds } = await createPosting(app)
  const refused = await messages
    .createMessage(user, { ...input(groupIds), ...change } as Input)
    .catch((e) => e)
  expect(refused).toMatchObject({ code: 'invalid', extra: { details: [{ path }] } })
})

test.for([
  [{ until: '2026-06-01T07:00:00.000Z' }, 'This time has passed.'],
  [{ until: 'x', kind: 'scheduled' }, 'Only an automated message goes on by itself'],
] as const)('a pause of %j is refused', async ([how, words], { app }) => {
  const { user, groupIds } = await createPosting(app)
  const once = { timeZone: 'UTC', rule: { kind: 'once', at: '2026-06-02T10:00' } } as const
  const change = 'kind' in how ? { kind: how.kind, schedule: once } : {}
  const { id } = await messages.createMessage(user, input(groupIds, change))
  await expect(messages.pauseMessage(user, id, how)).rejects.toThrow(words)
})
