import type { Schedule } from '@carillon/contract/schedule'
import { bellOf } from '../../test/bell.ts'
import { messageInput } from '../../test/message-input.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { plan } from '../../test/planning.ts'
import { createPosting } from '../../test/posting.ts'
import { createMessage, readMessage } from '../messages/actions.ts'
import { minutes, seconds } from '../platform/clock.ts'

// Errors that the database gives for one row every time, although the database itself works.

const every = (n: number, unit: 'hour' | 'minute'): Schedule => ({
  timeZone: 'UTC',
  rule: { kind: 'every', n, unit, anchor: '2026-06-01T10:00' },
})

/** The database takes too long over what it is asked to insert for one, each time. */
const stall = ({ pool }: TestApp, table: 'occurrences' | 'deliveries', which: string) =>
  pool.query(`
    create function stall() returns trigger language plpgsql as $$
    begin if ${which} then raise 'It took too long.' using errcode = '57014'; end if; return new; end $$;
    create trigger stall before insert on ${table} for each row execute function stall()`)

const schedulesOf = async ({ pool }: TestApp, sourceId: string) =>
  (await pool.query('select failures from schedules where source_id = $1', [sourceId])).rows

/** Takes the last delivery of a message back, as if its fan-out had still to go on there. */
async function takeBackLast({ pool }: TestApp, sourceId: string) {
  await pool.query(
    `delete from deliveries d using occurrences o, message_groups m
      where o.id = d.occurrence_id and o.source_id = $1
        and m.message_id = $1 and m.group_id = d.group_id and m.position = 2`,
    [sourceId],
  )
  const back = 'update occurrences set total = 1, fan_out_from = 1 where source_id = $1'
  await pool.query(back, [sourceId])
}

test('a schedule that the database always fails over keeps none of the others, and is set aside in words', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const series = (title: string, schedule: Schedule) =>
    createMessage(user, messageInput(groupIds, { kind: 'automated', title, schedule }))
  const stuck = await series('Stuck', every(1, 'hour'))
  const sound = await series('Sound', every(1, 'minute'))
  await stall(app, 'occurrences', `new.source_id = '${stuck.id}'`)
  app.clock.moveTo('2026-06-01T10:00:00Z')
  for (let failures = 1; failures <= 4; failures++) {
    await plan(app)
    expect(await schedulesOf(app, stuck.id)).toEqual([{ failures }])
    app.clock.advance(minutes(1))
  }
  await plan(app)
  const { rows } = await app.pool.query('select source_id from occurrences')
  expect(rows).toEqual(Array.from({ length: 5 }, () => ({ source_id: sound.id })))
  expect(await readMessage(user, user, stuck.id)).toMatchObject({
    status: 'paused',
    attention: { code: 'not_planned' },
  })
  expect(await bellOf(user)).toMatchObject([{ title: '“Stuck” was paused' }])
})

test('alone it is not to blame, nor does it keep fan-outs', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const large = await createMessage(user, messageInput(groupIds))
  app.clock.moveTo('2026-06-01T10:00:00Z')
  await plan(app)
  await takeBackLast(app, large.id)
  const again = { timeZone: 'UTC', rule: { kind: 'once', at: '2026-06-01T10:01' } } as const
  const stuck = await createMessage(user, messageInput(groupIds, { schedule: again }))
  await stall(app, 'occurrences', 'true')
  app.clock.moveTo('2026-06-01T10:01:00Z')
  for (let looks = 0; looks < 6; looks++) {
    await plan(app)
    app.clock.advance(seconds(1))
  }
  expect(await readMessage(user, user, large.id)).toMatchObject({ occurrence: { total: 2 } })
  expect(await schedulesOf(app, stuck.id)).toEqual([{ failures: 0 }])

  await app.pool.query('drop trigger stall on occurrences')
  await plan(app)
  expect(await readMessage(user, user, stuck.id)).toMatchObject({ occurrence: { total: 2 } })
})

test('a fan-out that the database always fails over keeps no other, and alone it is not to blame', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const [stuck, sound] = [
    await createMessage(user, messageInput(groupIds)),
    await createMessage(user, messageInput(groupIds)),
  ]
  app.clock.moveTo('2026-06-01T10:00:00Z')
  await plan(app)
  await takeBackLast(app, stuck.id)
  const occurrence = `(select id from occurrences where source_id = '${stuck.id}')`
  await stall(app, 'deliveries', `new.occurrence_id = ${occurrence}`)
  const failures = async () =>
    (await app.pool.query(`select fan_out_failures from occurrences where id = ${occurrence}`))
      .rows[0].fan_out_failures
  await plan(app)
  expect(await failures()).toBe(0)

  await takeBackLast(app, sound.id)
  await plan(app)
  expect(await failures()).toBe(1)
  expect(await readMessage(user, user, sound.id)).toMatchObject({ occurrence: { total: 2 } })
})
