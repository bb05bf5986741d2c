import { expect, test, type TestApp } from '../../test/test-app.ts'
import { bellOf } from '../../test/bell.ts'
import { messageInput } from '../../test/message-input.ts'
import { createPosting } from '../../test/posting.ts'
import { plan } from '../../test/planning.ts'
import { createMessage, readMessage, resumeMessage } from '../messages/actions.ts'
import type { Context } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { planDue } from './batch.ts'

/** Every hour from ten on Monday, 1 June 2026, in UTC. */
const input = (groupIds: string[], title: string) =>
  messageInput(groupIds, {
    kind: 'automated',
    title,
    schedule: {
      timeZone: 'UTC',
      rule: { kind: 'every', n: 1, unit: 'hour', anchor: '2026-06-01T10:00' },
    },
  })

/** A message whose zone the time zone database no longer knows after an update, beside one that is sound. */
async function givePoison(app: TestApp, { failures = 0 } = {}) {
  const { user, groupIds } = await createPosting(app)
  const poison = await createMessage(user, input(groupIds, 'Poison'))
  const sound = await createMessage(user, input(groupIds, 'Sound'))
  await app.pool.query(
    `update schedules set spec = jsonb_set(spec, '{timeZone}', '"Nowhere/Gone"'), failures = $2
     where source_id = $1`,
    [poison.id, failures],
  )
  return { user, poison, sound }
}

test('a schedule that cannot be planned is set aside after five failures, in words; the others of its batch go on, and resuming helps', async ({
  app,
}) => {
  const { user, poison, sound } = await givePoison(app)
  app.clock.moveTo('2026-06-01T10:00:00Z')
  const waits: number[] = []
  for (let failures = 1; failures <= 4; failures++) {
    await plan(app)
    const { rows } = await app.pool.query(
      'select failures, not_before, last_error from schedules where source_id = $1',
      [poison.id],
    )
    expect(rows[0]).toMatchObject({ failures, last_error: expect.stringMatching(/nowhere.gone/i) })
    expect(await readMessage(user, user, poison.id)).toMatchObject({ status: 'active' })
    waits.push(rows[0].not_before.getTime() - app.clock.now().getTime())
    app.clock.moveTo(rows[0].not_before)
  }
  expect(waits).toEqual([1_000, 5_000, 15_000, 60_000])
  await plan(app)

  const { rows } = await app.pool.query('select source_id from occurrences')
  expect(rows).toEqual([{ source_id: sound.id }])
  const words = 'It could not be prepared for sending, 5 times in a row.'
  expect(await readMessage(user, user, poison.id)).toMatchObject({
    status: 'paused',
    nextAt: null,
    attention: { code: 'not_planned', text: `${words} It was paused.`, action: { label: 'Open' } },
  })
  expect(await bellOf(user)).toMatchObject([
    { title: '“Poison” was paused', message: words, link: `/dashboard/messages/edit/${poison.id}` },
  ])

  expect(await resumeMessage(user, poison.id)).toMatchObject({
    status: 'active',
    nextAt: '2026-06-01T11:00:00.000Z',
  })
  app.clock.moveTo('2026-06-01T11:00:00Z')
  await plan(app)
  expect(await readMessage(user, user, poison.id)).toMatchObject({ occurrence: { total: 1 } })
})

test('a schedule that cannot even be given up keeps none of the others; it is, once it can', async ({
  app,
}) => {
  const { user, poison, sound } = await givePoison(app, { failures: 4 })
  await app.pool.query(`
    create function deaf() returns trigger language plpgsql as $$
    begin if new.id = '${poison.id}' then raise 'It cannot hear.'; end if; return new; end $$;
    create trigger deaf before update on messages for each row execute function deaf()`)
  app.clock.moveTo('2026-06-01T10:00:00Z')
  await plan(app)
  expect(await readMessage(user, user, sound.id)).toMatchObject({ occurrence: { total: 1 } })
  expect(await readMessage(user, user, poison.id)).toMatchObject({ status: 'active' })

  await app.pool.query('drop trigger deaf on messages')
  app.clock.advance(60_000)
  await plan(app)
  expect(await readMessage(user, user, poison.id)).toMatchObject({ status: 'paused' })
})

test('while the database has no room nothing is planned, and nobody is to blame for it', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await createMessage(user, input(groupIds, 'Rehearsal'))
  await app.pool.query(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise 'No space left on device' using errcode = '53100'; end $$;
    create trigger refuse before insert on occurrences for each row execute function refuse()`)
  app.clock.moveTo('2026-06-01T10:00:00Z')
  for (let looks = 0; looks < 6; looks++) {
    await plan(app)
    app.clock.advance(60_000)
  }
  const { rows } = await app.pool.query('select failures, last_error from schedules')
  expect(rows).toEqual([{ failures: 0, last_error: null }])

  await app.pool.query('drop trigger refuse on occurrences')
  await plan(app)
  expect(await readMessage(user, user, id)).toMatchObject({
    status: 'active',
    occurrence: { total: 1 },
  })
})

test.for<[what: string, refuse: string, tries: number, told: string[]]>([
  [
    'one by one, and says why',
    'before insert on occurrences for each row',
    2,
    ['A batch could not be planned. Its schedules are planned one by one.', 'Planning failed.'],
  ],
  [
    'once, when only its end failed',
    'after update on schedules deferrable initially deferred',
    1,
    [],
  ],
])('a batch that cannot be planned is tried %s', async ([, refuse, tries, told], { app }) => {
  const { user, groupIds } = await createPosting(app)
  await createMessage(user, input(groupIds, 'Rehearsal'))
  const isConstraint = refuse.includes('deferrable')
  await app.pool.query(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise 'This row is broken.'; end $$;
    create ${isConstraint ? 'constraint' : ''} trigger refuse ${refuse}
      ${isConstraint ? 'for each row' : ''} execute function refuse()`)
  app.clock.moveTo('2026-06-01T10:00:00Z')
  const lines: { msg: string; reason: string }[] = []
  const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) })
  let transactions = 0
  const ctx: Context = {
    ...app.ctx,
    log,
    transaction: (work) => {
      transactions++
      return app.ctx.transaction(work)
    },
  }
  const planned = planDue(ctx).catch((error: Error) => error.message)
  expect(await planned).toBe(isConstraint ? 'This row is broken.' : false)
  expect(transactions).toBe(tries)
  expect(lines.map(({ msg }) => msg)).toEqual(told)
  expect(lines.every(({ reason }) => reason === 'This row is broken.')).toBe(true)
})

test('a newer program may add columns to every table while this one goes on', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await createMessage(user, input(groupIds, 'Rehearsal'))
  app.clock.moveTo('2026-06-01T10:00:00Z')
  await plan(app)
  await app.pool.query(`do $$ declare one regclass; begin
    for one in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('alter table %s add column newer text', one);
    end loop; end $$`)
  // Not the slot's turn to be skipped: the one before it has ended.
  await app.pool.query(`update occurrences set status = 'done', finished_at = created_at`)
  app.clock.moveTo('2026-06-01T11:00:00Z')
  await plan(app)
  const { rows } = await app.pool.query('select failures, last_error from schedules')
  expect(rows).toEqual([{ failures: 0, last_error: null }])
  expect(await readMessage(user, user, id)).toMatchObject({ nextAt: '2026-06-01T12:00:00.000Z' })
})
