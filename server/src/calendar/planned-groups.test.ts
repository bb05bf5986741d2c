import { cycleInput } from '../../test/cycle-input.ts'
import { messageInput } from '../../test/message-input.ts'
import { plan } from '../../test/planning.ts'
import { createPosting } from '../../test/posting.ts'
import { createSeries, daily } from '../../test/series.ts'
import { expect, test } from '../../test/test-app.ts'
import { createCycle, readCycle, updateCycle } from '../cycles/actions.ts'
import { removeGroup } from '../groups/actions.ts'
import { createMessage } from '../messages/actions.ts'
import { readCalendar, readToday } from './actions.ts'

const day = { from: '2026-06-01', to: '2026-06-01' }

test('past runs show their groups then, coming runs the groups of now', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 4 })
  const [a, b, c, d] = groupIds as [string, string, string, string]
  const input = cycleInput([a, b, c])
  const { id } = await createCycle(user, input)
  app.clock.moveTo('2026-06-01T08:30:00Z')
  await plan(app)
  await app.pool.query(`update occurrences set finished_at = due_at, status = 'done'`)
  const { rev, steps } = await readCycle(user, user, id)
  await updateCycle(user, id, { ...input, steps, groupIds: [d], rev })

  const readSends = async (groupId?: string) => {
    const [first] = (await readCalendar(user, { ...day, groupId })).days
    const { sends = [] } = first ?? {}
    return Object.groupBy(sends, ({ occurrenceId }) => (occurrenceId ? 'made' : 'upcoming'))
  }
  const all = await readSends()
  expect(all.made).toMatchObject([{ groups: 3 }])
  expect([a, b, c]).toContain(all.made?.[0]?.groupId)
  expect(all.upcoming?.[0]).toMatchObject({ groups: 1, groupId: d })
  expect(await readSends(b)).toMatchObject({ made: [{ groups: 3 }] })
  expect((await readSends(b)).upcoming).toBeUndefined()
  expect((await readSends(d)).made).toBeUndefined()
  expect((await readSends(d)).upcoming?.length).toBe(all.upcoming?.length)

  // It has more deliveries than are counted for a calendar, or its history was deleted: then the groups of now are
  // shown.
  await app.pool.query('update occurrences set total = 200_000')
  expect((await readSends()).made).toMatchObject([{ groups: 1, groupId: d }])
  await app.pool.query('update occurrences set total = 3')
  expect((await readSends()).made).toMatchObject([{ groups: 3 }])
  await app.pool.query('delete from deliveries')
  expect((await readSends()).made).toMatchObject([{ groups: 1, groupId: d }])
})

test('coming runs show no group after their only one was removed', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 1 })
  // On this day, what is to come is at 18:00 in Berlin.
  await createSeries(user, groupIds, daily)
  const planned = async () =>
    (await readCalendar(user, day)).days.flatMap(({ sends }) =>
      sends.map(({ groups, groupId }) => ({ groups, groupId })),
    )
  expect(await planned()).toEqual([{ groups: 1, groupId: groupIds[0] }])
  await removeGroup(user, groupIds[0]!)
  expect(await planned()).toEqual([{ groups: 0, groupId: undefined }])
})

test('what no group can get now is told, until one of its groups can', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  await createMessage(user, messageInput(groupIds))
  const told = async () => (await readToday(user)).sends[0]?.unreachable
  const setAll = (status: string) => app.pool.query('update groups set status = $1', [status])
  expect(await told()).toBeUndefined()
  await app.pool.query(`update groups set status = 'lost' where id = $1`, [groupIds[0]])
  expect(await told()).toBeUndefined()
  await setAll('removed')
  expect(await told()).toBe(true)
  await setAll('suspended')
  expect(await told()).toBe(true)
  // Their user wanted it so.
  await setAll('muted')
  expect(await told()).toBeUndefined()
  await setAll('active')
  await app.pool.query(`update accounts set status = 'needs_pairing'`)
  expect(await told()).toBe(true)
  await app.pool.query(`update accounts set status = 'connected'`)

  app.clock.moveTo('2026-06-01T10:00:00Z')
  await plan(app)
  expect(await told()).toBeUndefined()
  await setAll('lost')
  expect(await told()).toBe(true)
  // One has got it.
  await app.pool.query(`update deliveries set status = 'sent' where group_id = $1`, [groupIds[0]])
  expect(await told()).toBeUndefined()
})
