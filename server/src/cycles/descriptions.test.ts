import type { KyselyPlugin } from 'kysely'
import { openCycle } from '../../test/cycle-input.ts'
import { expect, test } from '../../test/test-app.ts'
import { describe } from './descriptions.ts'
import { listOfSource } from '../occurrences/reads-store.ts'
import { readSummary } from './read-models.ts'

test('no list reads what was decided for an occurrence: it names thousands of groups', async ({
  app,
}) => {
  const { user, cycle, at } = await openCycle(app)
  await at('08:30')
  const summary = await readSummary(user, user.user.id, cycle.id)
  const owner = { source: 'cycle', sourceId: cycle.id } as const
  const shown = [summary!.occurrence!, ...(await listOfSource(user, owner, undefined, 10))]
  expect(shown.filter((one) => 'decided' in one)).toEqual([])
  expect(shown).toMatchObject([{ status: 'done' }, { status: 'done' }])
})

test('a notice reads nothing of what a cycle said, a calendar only what it shows', async ({
  app,
}) => {
  const { user, cycle, at } = await openCycle(app)
  for (let hour = 8; hour < 18; hour++) await at(`${hour}`.padStart(2, '0') + ':30')
  let rows = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      rows += result.rows.length
      return result
    },
  }
  const reading = { ...user, db: user.db.withPlugin(counting) }
  const told = (await describe(reading, [cycle.id])).get(cycle.id)
  expect(told).toMatchObject({ title: 'Rehearsals', groups: 1 })
  expect(rows).toBeLessThan(4)

  const { rows: last } = await app.pool.query<{ id: string; slotAt: Date }>(
    `select id, slot_at as "slotAt" from occurrences order by due_at desc limit 1`,
  )
  const [{ id: occurrenceId, slotAt }] = last as [{ id: string; slotAt: Date }]
  rows = 0
  const send = { sourceId: cycle.id, occurrenceId, slotAt }
  const shown = (await describe(reading, [cycle.id], [send])).get(cycle.id)
  expect(shown?.textOf(send)).toEqual({ text: 'One', changed: false })
  expect(rows).toBeLessThan(8)
})
