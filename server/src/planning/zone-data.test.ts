import { expect, test, type TestApp } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import { createSeries } from '../../test/series.ts'
import { nobodyListens } from '../../test/planning.ts'
import { readMessage, sendMessageNow } from '../messages/actions.ts'
import { changeSlot } from '../messages/slot-edit.ts'
import { instant } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { planDue } from './batch.ts'
import { startPlanner } from './planner.ts'
import { zoneDataReader } from './zone-data.ts'

/** The next slot is kept as a program with this time zone data worked it out. */
async function workedOut(
  { pool }: TestApp,
  next: { at: string; local: string; zoneData?: string },
) {
  const { at, local, zoneData = '2020a' } = next
  await pool.query(`update schedules set next_slot_at = $1, next_local = $2, zone_data = $3`, [
    at,
    local,
    zoneData,
  ])
  await pool.query('update messages set next_at = $1', [at])
}

/** Starts a planner with our own time zone data, and answers what it said while it found its rest. */
async function start({ ctx }: TestApp): Promise<string[]> {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const planner = startPlanner({ ...ctx, log }, nobodyListens)
  await planner.rest()
  await planner.stop()
  return lines
}

const kept = async ({ pool }: TestApp) =>
  (await pool.query('select next_slot_at, next_local, zone_data from schedules')).rows[0]

const slotsMade = async ({ pool }: TestApp) =>
  (
    await pool.query<{ at: Date }>('select slot_at as at from occurrences order by slot_at')
  ).rows.map(({ at }) => at.toISOString())

test.for([
  ['later', '2026-06-02T06:00:00.000Z'],
  ['earlier', '2026-06-02T08:00:00.000Z'],
] as const)(
  'a slot that newer time zone data puts %s is moved at the start, and the log says so',
  async ([, at], { app }) => {
    const { user, groupIds } = await createPosting(app)
    const { id } = await createSeries(user, groupIds)
    await workedOut(app, { at, local: '2026-06-02T09:00' })

    const told = (await start(app)).map((line) => JSON.parse(line) as object)
    const after = '2026-06-02T07:00:00.000Z'
    expect(told).toMatchObject([
      { sourceId: id, local: '2026-06-02T09:00', before: at, after, zoneData: app.ctx.zoneData },
    ])
    expect(await kept(app)).toEqual({
      next_slot_at: instant(after),
      next_local: '2026-06-02T09:00',
      zone_data: app.ctx.zoneData,
    })
    const { rows } = await app.pool.query('select next_at from messages')
    expect(rows).toEqual([{ next_at: instant(after) }])
    app.clock.moveTo(after)
    expect(await start(app)).toEqual([])
    expect(await slotsMade(app)).toEqual([after])
  },
)

test('a slot that has passed by the newer data is told as late, or still sent in its window', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  await createSeries(user, groupIds)
  await workedOut(app, { at: '2026-06-02T08:00:00Z', local: '2026-06-02T09:00' })
  app.clock.moveTo('2026-06-02T07:40:00Z')
  await start(app)
  const { rows } = await app.pool.query('select slot_at, status, reason from occurrences')
  expect(rows).toEqual([
    { slot_at: instant('2026-06-02T07:00:00Z'), status: 'skipped', reason: 'late' },
  ])
})

test('what was made at the instant it had before is not made again', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await createSeries(user, groupIds)
  // An hour too early, by the older data; tomorrow's would be, too.
  await app.pool.query(
    `insert into occurrences (id, user_id, source, source_id, schedule_id, slot_at, due_at, status,
                              on_unconfirmed, created_at, finished_at)
     select $1, user_id, source, source_id, id, $2, $2, 'done', 'ask', $2, $2 from schedules`,
    [app.ctx.ids.next(), '2026-06-02T06:00:00Z'],
  )
  await workedOut(app, { at: '2026-06-03T06:00:00Z', local: '2026-06-03T09:00' })
  app.clock.moveTo('2026-06-02T06:30:00Z')
  await start(app)
  app.clock.moveTo('2026-06-02T07:00:30Z')
  await start(app)
  expect(await slotsMade(app)).toEqual(['2026-06-02T06:00:00.000Z'])
  expect(await kept(app)).toMatchObject({ next_slot_at: instant('2026-06-03T07:00:00Z') })
  expect(id).toBeTruthy()
})

test('what a slot says for itself stays with its name', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await createSeries(user, groupIds)
  const words = { content: { kind: 'text' as const, text: 'Just then.' }, following: false }
  await changeSlot(user, id, '2026-06-04T07:00:00.000Z', words)
  await app.pool.query(`update slot_contents set slot_at = slot_at + interval '1 hour'`)
  await workedOut(app, { at: '2026-06-02T08:00:00Z', local: '2026-06-02T09:00' })
  await start(app)
  expect((await readMessage(user, user, id)).exceptions).toMatchObject([
    { slotAt: '2026-06-04T07:00:00.000Z', local: '2026-06-04T09:00', content: words.content },
  ])
})

test('one that is due is read anew, though nobody came to it before', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  await createSeries(user, groupIds)
  await workedOut(app, { at: '2026-06-02T06:00:00Z', local: '2026-06-02T09:00' })
  app.clock.moveTo('2026-06-02T06:00:00Z')
  await planDue(app.ctx)
  expect(await slotsMade(app)).toEqual([])
  expect(await kept(app)).toMatchObject({
    next_slot_at: instant('2026-06-02T07:00:00Z'),
    zone_data: app.ctx.zoneData,
  })
})

test('what a slot says for itself is said by it, though nobody came to its series before', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await createSeries(user, groupIds)
  const words = { content: { kind: 'text' as const, text: 'Just then.' }, following: false }
  await changeSlot(user, id, '2026-06-02T07:00:00.000Z', words)
  await app.pool.query(`update slot_contents set slot_at = slot_at - interval '1 hour'`)
  await workedOut(app, { at: '2026-06-02T06:00:00Z', local: '2026-06-02T09:00' })
  app.clock.moveTo('2026-06-02T06:00:00Z')
  await planDue(app.ctx)
  expect(await readMessage(user, user, id)).toMatchObject({ nextAt: '2026-06-02T07:00:00.000Z' })
  app.clock.moveTo('2026-06-02T07:00:00Z')
  await planDue(app.ctx)
  const { rows } = await app.pool.query(
    `select body ->> 'text' as text from deliveries join contents on contents.id = content_id`,
  )
  expect(rows).toEqual([{ text: 'Just then.' }])
})

test('a slot that waits is told at its new instant once, not at every look', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await createSeries(user, groupIds)
  await app.pool.query(`update messages set overlap = 'wait'`)
  await sendMessageNow(user, id)
  await workedOut(app, { at: '2026-06-02T08:00:00Z', local: '2026-06-02T09:00' })
  app.clock.moveTo('2026-06-02T08:00:00Z')
  await planDue(app.ctx)
  const { rev, nextAt } = await readMessage(user, user, id)
  expect(nextAt).toBe('2026-06-02T07:00:00.000Z')
  app.clock.advance(2_000)
  await planDue(app.ctx)
  expect(await readMessage(user, user, id)).toMatchObject({ rev })
  expect(await kept(app)).toMatchObject({ next_slot_at: instant('2026-06-02T07:00:00Z') })
})

test('a program with older data leaves to newer ones what is theirs, while they live', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  await createSeries(user, groupIds)
  const newer = { at: '2026-06-02T07:00:00Z', local: '2026-06-02T09:00', zoneData: '2099a' }
  await workedOut(app, newer)
  await start(app)
  expect(await kept(app)).toMatchObject({ zone_data: '2099a' })
  app.clock.moveTo('2026-06-02T07:00:04Z')
  await planDue(app.ctx)
  expect(await slotsMade(app)).toEqual([])
  // Nobody came.
  app.clock.moveTo('2026-06-02T07:00:05Z')
  await planDue(app.ctx)
  expect(await slotsMade(app)).toEqual(['2026-06-02T07:00:00.000Z'])
})

test('many are read anew, batch by batch', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  await createSeries(user, groupIds)
  await workedOut(app, { at: '2026-06-02T08:00:00Z', local: '2026-06-02T09:00' })
  await app.pool.query(
    `insert into schedules (id, user_id, source, source_id, spec, next_slot_at, created_at, updated_at)
     select gen_random_uuid(), user_id, source, gen_random_uuid(), spec, '2026-06-02T07:00:00Z',
            created_at, updated_at
       from schedules, generate_series(1, 250)`,
  )
  await start(app)
  const { rows } = await app.pool.query(
    'select zone_data, next_slot_at, next_local, count(*)::int as n from schedules group by 1, 2, 3',
  )
  expect(rows).toEqual([
    {
      zone_data: app.ctx.zoneData,
      next_slot_at: instant('2026-06-02T07:00:00Z'),
      next_local: '2026-06-02T09:00',
      n: 251,
    },
  ])
})

test('one that cannot be read anew keeps none of the others, nor the batches behind it', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const broken = await createSeries(user, groupIds)
  const sound = await createSeries(user, groupIds)
  await workedOut(app, { at: '2026-06-02T08:00:00Z', local: '2026-06-02T09:00' })
  await app.pool.query(
    `insert into schedules (id, user_id, source, source_id, spec, next_slot_at, zone_data, created_at, updated_at)
     select gen_random_uuid(), user_id, source, gen_random_uuid(), spec, '2026-06-02T07:00:00Z',
            '2020b', created_at, updated_at
       from schedules, generate_series(1, 125)`,
  )
  await app.pool.query(`
    create function deaf() returns trigger language plpgsql as $$
    begin if new.id = '${broken.id}' then raise 'It cannot hear.'; end if; return new; end $$;
    create trigger deaf before update on messages for each row execute function deaf()`)
  const told = (await start(app)).map((line) => JSON.parse(line) as { msg: string })
  expect(told.map(({ msg }) => msg)).toContain(
    'A schedule could not be recomputed with the new time zone data.',
  )
  const { rows } = await app.pool.query('select source_id from schedules where zone_data <> $1', [
    app.ctx.zoneData,
  ])
  expect(rows).toEqual([{ source_id: broken.id }])
  const { nextAt } = await readMessage(user, user, sound.id)
  expect(nextAt).toBe('2026-06-02T07:00:00.000Z')
})

test('while the database is in trouble the pass waits a minute, and goes on where it was', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  await createSeries(user, groupIds)
  await workedOut(app, { at: '2026-06-02T08:00:00Z', local: '2026-06-02T09:00' })
  await app.pool.query(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise 'No space left on device' using errcode = '53100'; end $$;
    create trigger refuse before update on schedules for each row execute function refuse()`)
  const readOn = zoneDataReader(app.ctx)
  expect(await readOn()).toBe(false)
  await app.pool.query('drop trigger refuse on schedules')
  expect(await readOn()).toBe(false)
  expect(await kept(app)).toMatchObject({ zone_data: '2020a' })
  app.clock.advance(60_000)
  expect(await readOn()).toBe(true)
  expect(await kept(app)).toMatchObject({ next_slot_at: instant('2026-06-02T07:00:00Z') })
})
