import { expect, onTestFinished, test } from 'vitest'
import { bellOf } from '../../test/bell.ts'
import { messageInput } from '../../test/message-input.ts'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import { nobodyListens, plan } from '../../test/planning.ts'
import { createMessage, readMessage, sendMessageNow, updateMessage } from '../messages/actions.ts'
import { changeSlot } from '../messages/slot-edit.ts'
import { startPlanner } from './planner.ts'
import { SLICE_MAX } from './rules.ts'
import { finishOccurrences } from '../occurrences/actions.ts'

const input = (groupIds: string[]) => messageInput(groupIds, { title: 'Rehearsal' })

/** More groups than one slice holds, and the last of them cannot be written to the database. */
async function giveBroken(app: TestApp, raise = `raise 'This row is broken.'`) {
  const { user, groupIds } = await createPosting(app, { groups: SLICE_MAX + 100 })
  await app.pool.query(`
    create function refuse() returns trigger language plpgsql as $$
    begin if new.group_id = '${groupIds.at(-1)}' then ${raise}; end if; return new; end $$;
    create trigger refuse before insert on deliveries for each row execute function refuse()`)
  const { id, rev } = await createMessage(user, input(groupIds))
  app.clock.moveTo('2026-06-01T10:00:00Z')
  return { user, groupIds, id, rev }
}

/** Another user's message of a minute later, in more than one slice. */
async function giveOther(app: TestApp) {
  const { user, groupIds } = await createPosting(app, { groups: SLICE_MAX + 1 })
  const { id } = await createMessage(user, {
    ...input(groupIds),
    schedule: { timeZone: 'UTC', rule: { kind: 'once', at: '2026-06-01T10:01' } },
  })
  return { user, id }
}

/** All that is planned has arrived. */
async function sendAll({ ctx, pool }: TestApp) {
  await pool.query(`update deliveries set status = 'sent' where status = 'queued'`)
  await pool.query('update occurrences set sent = total where finished_at is null')
  const { rows } = await pool.query<{ id: string }>(
    'select id from occurrences where finished_at is null',
  )
  const ids = rows.map(({ id }) => id)
  await ctx.transaction((tx) => finishOccurrences(ctx, tx, ids))
}

async function open() {
  const app = await openTestApp()
  onTestFinished(() => app.close())
  return app
}

test(
  'a fan-out that cannot go on is tried again, later each time, and cut short in the end: in words',
  { timeout: 60_000 },
  async () => {
    const app = await open()
    const { user, groupIds, id } = await giveBroken(app)
    await plan(app)
    await sendAll(app)
    // What was prepared has arrived; the rest is still to come, and nothing is told before.
    expect(await readMessage(user, user, id)).toMatchObject({ status: 'sending' })
    const waits: number[] = []
    for (let n = 0; n < 4; n++) {
      const { rows } = await app.pool.query(
        'select fan_out_failures, fan_out_not_before from occurrences',
      )
      expect(rows[0].fan_out_failures).toBe(n + 1)
      waits.push(rows[0].fan_out_not_before.getTime() - app.clock.now().getTime())
      app.clock.moveTo(new Date(rows[0].fan_out_not_before.getTime() - 1))
      await plan(app)
      app.clock.advance(1)
      await plan(app)
    }
    expect(waits).toEqual([1_000, 5_000, 15_000, 60_000])

    const message = await readMessage(user, user, id)
    expect(message).toMatchObject({
      status: 'partly_sent',
      attention: {
        code: 'cut_short',
        text: `${SLICE_MAX} groups got it. For the rest of them it could not be prepared.`,
      },
      occurrence: {
        status: 'partly',
        reason: 'It could not be prepared for all of its groups. The rest of them did not get it.',
      },
    })
    expect(await bellOf(user)).toMatchObject([
      {
        title: '“Rehearsal” did not reach every group',
        message:
          'It could not be prepared for all of its groups, several times in a row. ' +
          `${SLICE_MAX} groups got it. Give it another time to send it to the others.`,
      },
    ])

    // The way on: another time is for those that have not got it.
    await app.pool.query('drop trigger refuse on deliveries')
    const schedule = {
      timeZone: 'Europe/Berlin',
      rule: { kind: 'once' as const, at: '2026-06-01T13:00' },
    }
    const again = { ...input(groupIds), schedule, rev: message.rev }
    await updateMessage(user, id, again)
    app.clock.moveTo('2026-06-01T11:00:00Z')
    await plan(app)
    await sendAll(app)
    expect(await readMessage(user, user, id)).toMatchObject({
      status: 'sent',
      occurrence: { total: 100 },
    })
  },
)

test(
  'a moved slot with its own words says them to all, however many slices that takes',
  { timeout: 60_000 },
  async () => {
    const app = await open()
    const { user, groupIds } = await createPosting(app, { groups: SLICE_MAX + 1 })
    const { id } = await createMessage(user, {
      ...input(groupIds),
      kind: 'automated',
      catchUpMinutes: 60,
      schedule: {
        timeZone: 'UTC',
        rule: { kind: 'every', n: 10, unit: 'minute', anchor: '2026-06-01T10:00' },
      },
    })
    const slot = '2026-06-01T10:00:00.000Z'
    const change = { following: false }
    await changeSlot(user, id, slot, { ...change, content: { kind: 'text', text: 'Just now.' } })
    await changeSlot(user, id, slot, { ...change, moveTo: '2026-06-01T10:05' })
    app.clock.moveTo('2026-06-01T10:05:00Z')
    await plan(app)
    const { rows } = await app.pool.query(
      `select body->>'text' as text, count(*)::int as n,
              max(expires_at - due_at) < interval '10 minutes' as near
         from deliveries join contents on contents.id = content_id group by 1`,
    )
    expect(rows).toEqual([{ text: 'Just now.', n: SLICE_MAX + 1, near: true }])
  },
)

test('a fan-out that was set back goes on at its time, not when the rows are read again', async () => {
  const app = await open()
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const { id } = await createMessage(user, input(groupIds))
  await sendMessageNow(user, id)
  await app.pool.query('delete from deliveries')
  await app.pool.query(
    'update occurrences set total = 0, fan_out_from = 0, fan_out_failures = 1, fan_out_not_before = $1',
    [new Date(app.clock.now().getTime() + 1_000)],
  )
  const planner = startPlanner(app.ctx, nobodyListens)
  onTestFinished(() => planner.stop())
  await planner.rest()
  app.clock.advance(999)
  await planner.rest()
  expect(await readMessage(user, user, id)).toMatchObject({ occurrence: { total: 0 } })
  app.clock.advance(1)
  await planner.rest()
  expect(await readMessage(user, user, id)).toMatchObject({ occurrence: { total: 2 } })
})

test(
  'while one fan-out cannot go on, others do; once it can, it goes on where it was',
  { timeout: 60_000 },
  async () => {
    const app = await open()
    const { user, id } = await giveBroken(app)
    const other = await giveOther(app)
    app.clock.moveTo('2026-06-01T10:01:00Z')
    await plan(app)
    expect(await readMessage(other.user, other.user, other.id)).toMatchObject({
      occurrence: { total: SLICE_MAX + 1 },
    })
    expect(await readMessage(user, user, id)).toMatchObject({ occurrence: { total: SLICE_MAX } })

    await app.pool.query('drop trigger refuse on deliveries')
    app.clock.advance(1_000)
    await plan(app)
    const { rows } = await app.pool.query(
      'select total, fan_out_from, fan_out_failures, fan_out_not_before from occurrences where source_id = $1',
      [id],
    )
    expect(rows).toEqual([
      { total: SLICE_MAX + 100, fan_out_from: null, fan_out_failures: 0, fan_out_not_before: null },
    ])
  },
)

test(
  'a full disk cuts no fan-out short, however long it stays full',
  { timeout: 60_000 },
  async () => {
    const app = await open()
    await giveBroken(app, `raise 'No space left on device' using errcode = '53100'`)
    for (let looks = 0; looks < 6; looks++) {
      await plan(app)
      app.clock.advance(60_000)
    }
    const fanOut = async () =>
      (await app.pool.query('select total, fan_out_from, fan_out_failures from occurrences')).rows
    expect(await fanOut()).toEqual([
      { total: SLICE_MAX, fan_out_from: SLICE_MAX, fan_out_failures: 0 },
    ])
    await app.pool.query('drop trigger refuse on deliveries')
    await plan(app)
    expect(await fanOut()).toEqual([
      { total: SLICE_MAX + 100, fan_out_from: null, fan_out_failures: 0 },
    ])
  },
)

test(
  'a fan-out whose end its message cannot take in is ended later; the others go on',
  { timeout: 60_000 },
  async () => {
    const app = await open()
    const { user, id } = await giveBroken(app)
    const other = await giveOther(app)
    await plan(app)
    await sendAll(app)
    await app.pool.query(`
      update occurrences set fan_out_failures = 4, fan_out_not_before = null;
      create function deaf() returns trigger language plpgsql as $$
      begin if new.id = '${id}' then raise 'It cannot hear.'; end if; return new; end $$;
      create trigger deaf before update on messages for each row execute function deaf()`)
    app.clock.moveTo('2026-06-01T10:01:00Z')
    await plan(app)
    expect(await readMessage(other.user, other.user, other.id)).toMatchObject({
      occurrence: { total: SLICE_MAX + 1 },
    })
    expect(await readMessage(user, user, id)).toMatchObject({ status: 'sending' })

    await app.pool.query('drop trigger deaf on messages')
    app.clock.advance(60_000)
    await plan(app)
    expect(await readMessage(user, user, id)).toMatchObject({ status: 'partly_sent' })
  },
)
