import { cycleInput } from '../../test/cycle-input.ts'
import { messageInput } from '../../test/message-input.ts'
import { plan } from '../../test/planning.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test } from '../../test/test-app.ts'
import { readToday } from '../calendar/actions.ts'
import { createCycle, findSummary as findCycle, readCycle } from '../cycles/actions.ts'
import { listCycles } from '../cycles/list.ts'
import { createMessage, findSummary, readMessage } from '../messages/actions.ts'
import { listMessages } from '../messages/list.ts'

const every = (hours: number, anchor: string) => ({
  timeZone: 'Europe/Berlin',
  rule: { kind: 'every' as const, n: hours, unit: 'hour' as const, anchor: `2026-06-01T${anchor}` },
})

test('next runs tell which of them a daily limit skips, as Today does', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const [both, first] = [groupIds, groupIds.slice(0, 1)]
  const message = await createMessage(
    user,
    messageInput(both, { kind: 'automated', schedule: every(1, '11:30') }),
  )
  await createMessage(
    user,
    messageInput(first, {
      schedule: { ...every(1, ''), rule: { kind: 'once', at: '2026-06-01T12:00' } },
    }),
  )
  const cycle = await createCycle(user, cycleInput(first, { schedule: every(1, '13:00') }))
  const told = async () => ({
    listed: (await listMessages(user, { limit: 10, kind: 'automated' })).items[0]!.nextRuns,
    live: (await findSummary(user, user.user.id, message.id))!.nextRuns,
    page: (await readMessage(user, user, message.id)).nextRuns,
  })
  const limitsOf = (runs: { limit?: unknown }[]) => runs.map(({ limit }) => limit)
  expect(limitsOf((await told()).page)).toEqual([undefined, undefined, undefined])

  await app.pool.query('update groups set daily_cap = 2 where id = $1', first)
  const skipped = { held: 0, skipped: 1 }
  const { listed, live, page } = await told()
  expect(limitsOf(listed)).toEqual([undefined, skipped, skipped])
  expect([live, page]).toEqual([listed, listed])
  const { sends } = await readToday(user)
  const own = sends.filter(({ sourceId }) => sourceId === message.id).slice(0, 3)
  expect(limitsOf(own)).toEqual(limitsOf(listed))

  const runs = (await listCycles(user, { limit: 10 })).items[0]!.nextRuns
  expect(limitsOf(runs)).toEqual([skipped, skipped, skipped])
  expect((await findCycle(user, user.user.id, cycle.id))!.nextRuns).toEqual(runs)
  expect((await readCycle(user, user, cycle.id)).nextRuns).toEqual(runs)
})

test('a run is told to wait for quiet hours or for its daily limit, not for both', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 1 })
  const quiet = JSON.stringify({ from: '12:15', to: '15:15', mode: 'hold' })
  await app.pool.query('update groups set daily_cap = 2, quiet_hours = $1', [quiet])
  const schedule = every(1, '11:30')
  const { nextRuns } = await createMessage(
    user,
    messageInput(groupIds, { kind: 'automated', schedule }),
  )
  expect(nextRuns.map(({ quiet, limit }) => [quiet, limit])).toEqual([
    [undefined, undefined],
    [{ held: 1, skipped: 0, until: '2026-06-01T13:15:00.000Z' }, undefined],
    [undefined, { held: 0, skipped: 1 }],
  ])
})

test('a run of the next days counts what is sent to its groups on its own day', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 1 })
  await app.pool.query('update groups set daily_cap = 8')
  const first = await createMessage(
    user,
    messageInput(groupIds, { kind: 'automated', schedule: every(48, '12:00') }),
  )
  await createMessage(
    user,
    messageInput(groupIds, { kind: 'automated', schedule: every(1, '00:30') }),
  )
  const { nextRuns } = await readMessage(user, user, first.id)
  expect(nextRuns.map(({ local, limit }) => [local.slice(8), limit?.skipped])).toEqual([
    ['01T12:00', undefined],
    ['03T12:00', 1],
    ['05T12:00', 1],
  ])
})

test('next runs are those that will be sent, with the steps that they will have', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const hold = JSON.stringify({ from: '11:45', to: '14:00', mode: 'hold' })
  await app.pool.query('update groups set quiet_hours = $1 where id = $2', [hold, groupIds[0]])
  const schedule = every(1, '11:30')
  const message = await createMessage(user, messageInput(groupIds, { kind: 'automated', schedule }))
  const cycle = await createCycle(user, cycleInput(groupIds, { schedule }))
  const times = (runs: { local: string }[]) => runs.map(({ local }) => local.slice(11))
  const [listed] = (await listMessages(user, { limit: 10, kind: 'automated' })).items
  for (const { nextRuns } of [message, listed!, cycle]) {
    expect(times(nextRuns)).toEqual(['11:30', '12:30', '14:30'])
  }
  const stepsOf = async () =>
    (await readCycle(user, user, cycle.id)).nextRuns.map(({ parts }) => parts[0]?.text)
  expect(await stepsOf()).toEqual(['One', 'Two', 'Three'])
  // The one of 13:30 skips its step, too.
  await app.pool.query('update cycles set advance_on_skip = true')
  expect(await stepsOf()).toEqual(['One', 'Two', 'One'])

  // While the one of 12:30 waits, the one of 13:30 is not next.
  for (const at of ['2026-06-01T09:30:00Z', '2026-06-01T10:30:00Z']) {
    await app.pool.query('update occurrences set finished_at = due_at')
    app.clock.moveTo(at)
    await plan(app)
  }
  await app.pool.query(
    `update deliveries set status = 'waiting', code = 'quiet_hours', not_before = '2026-06-01T12:00Z'
      where group_id = $1 and due_at = '2026-06-01T10:30Z'`,
    [groupIds[0]],
  )
  await app.pool.query('update occurrences set kept_back = true')
  const live = (await findSummary(user, user.user.id, message.id))!
  expect([times(live.nextRuns), live.nextAt]).toEqual([
    ['14:30', '15:30', '16:30'],
    '2026-06-01T12:30:00.000Z',
  ])
  expect((await readMessage(user, user, message.id)).nextRuns).toEqual(live.nextRuns)
})
