import { expect, test } from 'vitest'
import { openSending } from '../../../test/sending.ts'
import type { Context } from '../../platform/context.ts'
import type { Changed } from '../../deliveries/port.ts'
import { openQueueGateway } from './queue-gateway.ts'

/** Berlin, where the user lives, has ten in the morning. */
const MORNING = { from: '09:00', to: '12:00' }

test('what rules keep back at the same time is written in one transaction', async () => {
  const sending = await openSending()
  const { app, ctx } = sending
  const { groupIds, ...posting } = await sending.posting({ groups: 6 })
  const quiet = (mode: 'hold' | 'skip', ids: readonly string[]) =>
    app.pool.query('update groups set quiet_hours = $1 where id = any($2::uuid[])', [
      { ...MORNING, mode },
      ids,
    ])
  await quiet('hold', groupIds.slice(0, 3))
  await quiet('skip', groupIds.slice(3))
  const older = await sending.plan({ ...posting, groupIds })
  app.clock.advance(1_000)
  const newer = await sending.plan({ ...posting, groupIds })
  // Both are of one source, so that only the newer one waits.
  await app.pool.query('update occurrences set source_id = $1', [ctx.ids.next()])
  const { rows } = await app.pool.query<{ id: string; epoch: number }>(
    'select id, epoch from accounts',
  )
  const owner = rows[0]!
  const counted = { transactions: 0, changed: new Array<Changed>() }
  const transaction: Context['transaction'] = (work) => {
    counted.transactions += 1
    return ctx.transaction(work)
  }
  const gateway = openQueueGateway(
    { ...ctx, transaction },
    { note: (changed) => counted.changed.push(...changed), sent: () => {}, used: () => {} },
  )
  const look = { accountId: owner.id, afterUser: '', users: 1, perUser: 50, alreadyRead: [] }
  const { due } = await gateway.due({ ...look, aheadMs: 0 })
  expect(due).toHaveLength(12)
  // A person sends the last of them anyway, after it was read.
  const anyway = newer.at(-1)!
  await app.pool.query('update deliveries set ignores_rules = true where id = $1', [anyway])
  // Of the first, only a former owner asks.
  const former = older[0]!
  const answers = await Promise.all(
    due.map(async (delivery) => {
      const epoch = delivery.id === former ? owner.epoch - 1 : owner.epoch
      return [delivery.id, await gateway.open({ id: owner.id, epoch }, delivery)] as const
    }),
  )
  expect(answers.filter(([, answer]) => answer !== 'no')).toEqual([[anyway, 'again']])
  expect(counted.transactions).toBe(1)

  const statesOf = (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await sending.row(id))['status']))
  const [held, passed] = ['waiting', 'skipped']
  expect(await statesOf(older)).toEqual(['queued', passed, passed, passed, passed, passed])
  expect(await statesOf(newer)).toEqual([held, held, held, passed, passed, 'queued'])
  const noted = new Set(counted.changed.map(({ id }) => id))
  const { rows: occurrences } = await app.pool.query(
    'select id, kept_back, skipped::int from occurrences order by due_at',
  )
  expect(occurrences).toMatchObject([
    { kept_back: true, skipped: 5 },
    { kept_back: true, skipped: 2 },
  ])
  expect(noted).toEqual(new Set(occurrences.map(({ id }) => id)))
})
