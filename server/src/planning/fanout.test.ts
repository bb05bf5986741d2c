import { expect, onTestFinished, test } from 'vitest'
import { bellOf } from '../../test/bell.ts'
import { messageInput } from '../../test/drafting.ts'
import { openHouse, type House } from '../../test/house.ts'
import { someoneWaits } from '../../test/locks.ts'
import { givePosting } from '../../test/posting.ts'
import { nobodyListens, plan } from '../../test/planning.ts'
import { settle } from '../deliveries/actions.ts'
import { createMessage, readMessage, sendMessageNow, updateMessage } from '../messages/actions.ts'
import { changeSlot } from '../messages/slots/actions.ts'
import { startPlanner } from './planner.ts'
import { SLICE_MAX } from './rules.ts'

const input = (groupIds: string[]) => messageInput(groupIds, { title: 'Rehearsal' })

/** More groups than one slice holds, and the last of them cannot be written to the database. */
async function giveBroken(house: House, raise = `raise 'This row is broken.'`) {
  const { user, groupIds } = await givePosting(house, { groups: SLICE_MAX + 100 })
  await house.pool.query(`
    create function refuse() returns trigger language plpgsql as $$
    begin if new.group_id = '${groupIds.at(-1)}' then ${raise}; end if; return new; end $$;
    create trigger refuse before insert on deliveries for each row execute function refuse()`)
  const { id, rev } = await createMessage(user, input(groupIds))
  house.clock.moveTo('2026-06-01T10:00:00Z')
  return { user, groupIds, id, rev }
}

/** Another user's message of a minute later, in more than one slice. */
async function giveOther(house: House) {
  const { user, groupIds } = await givePosting(house, { groups: SLICE_MAX + 1 })
  const { id } = await createMessage(user, {
    ...input(groupIds),
    schedule: { timeZone: 'UTC', rule: { kind: 'once', at: '2026-06-01T10:01' } },
  })
  return { user, id }
}

/** All that is planned has arrived. */
async function sendAll({ ctx, pool }: House) {
  await pool.query(`update deliveries set status = 'sent' where status = 'queued'`)
  await pool.query('update occurrences set sent = total where finished_at is null')
  const { rows } = await pool.query<{ id: string }>(
    'select id from occurrences where finished_at is null',
  )
  const ids = rows.map(({ id }) => id)
  await ctx.transaction((tx) => settle(ctx, tx, ids))
}

async function open() {
  const house = await openHouse()
  onTestFinished(() => house.close())
  return house
}

test(
  'a fan-out that cannot go on is tried again, later each time, and cut short in the end: in words',
  { timeout: 60_000 },
  async () => {
    const house = await open()
    const { user, groupIds, id } = await giveBroken(house)
    await plan(house)
    await sendAll(house)
    // What was prepared has arrived; the rest is still to come, and nothing is told before.
    expect(await readMessage(user, user, id)).toMatchObject({ status: 'sending' })
    const waits: number[] = []
    for (let n = 0; n < 4; n++) {
      const { rows } = await house.pool.query(
        'select fan_out_failures, fan_out_not_before from occurrences',
      )
      expect(rows[0].fan_out_failures).toBe(n + 1)
      waits.push(rows[0].fan_out_not_before.getTime() - house.clock.now().getTime())
      house.clock.moveTo(new Date(rows[0].fan_out_not_before.getTime() - 1))
      await plan(house)
      house.clock.advance(1)
      await plan(house)
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
    await house.pool.query('drop trigger refuse on deliveries')
    const schedule = {
      timeZone: 'Europe/Berlin',
      rule: { kind: 'once' as const, at: '2026-06-01T13:00' },
    }
    const again = { ...input(groupIds), schedule, rev: message.rev }
    await updateMessage(user, id, again)
    house.clock.moveTo('2026-06-01T11:00:00Z')
    await plan(house)
    await sendAll(house)
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
    const house = await open()
    const { user, groupIds } = await givePosting(house, { groups: SLICE_MAX + 1 })
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
    await changeSlot(user, id, slot, { ...change, content: { text: 'Just now.' } })
    await changeSlot(user, id, slot, { ...change, moveTo: '2026-06-01T10:05' })
    house.clock.moveTo('2026-06-01T10:05:00Z')
    await plan(house)
    const { rows } = await house.pool.query(
      `select body->>'text' as text, count(*)::int as n,
              max(expires_at - due_at) < interval '10 minutes' as near
         from deliveries join contents on contents.id = content_id group by 1`,
    )
    expect(rows).toEqual([{ text: 'Just now.', n: SLICE_MAX + 1, near: true }])
  },
)

test('a fan-out that was set back goes on at its time, not when the rows are read again', async () => {
  const house = await open()
  const { user, groupIds } = await givePosting(house, { groups: 2 })
  const { id } = await createMessage(user, input(groupIds))
  await sendMessageNow(user, id)
  await house.pool.query('delete from deliveries')
  await house.pool.query(
    'update occurrences set total = 0, fan_out_from = 0, fan_out_failures = 1, fan_out_not_before = $1',
    [new Date(house.clock.now().getTime() + 1_000)],
  )
  const planner = startPlanner(house.ctx, nobodyListens)
  onTestFinished(() => planner.stop())
  await planner.rest()
  house.clock.advance(999)
  await planner.rest()
  expect(await readMessage(user, user, id)).toMatchObject({ occurrence: { total: 0 } })
  house.clock.advance(1)
  await planner.rest()
  expect(await readMessage(user, user, id)).toMatchObject({ occurrence: { total: 2 } })
})

test(
  'while one fan-out cannot go on, others do; once it can, it goes on where it was',
  { timeout: 60_000 },
  async () => {
    const house = await open()
    const { user, id } = await giveBroken(house)
    const other = await giveOther(house)
    house.clock.moveTo('2026-06-01T10:01:00Z')
    await plan(house)
    expect(await readMessage(other.user, other.user, other.id)).toMatchObject({
      occurrence: { total: SLICE_MAX + 1 },
    })
    expect(await readMessage(user, user, id)).toMatchObject({ occurrence: { total: SLICE_MAX } })

    await house.pool.query('drop trigger refuse on deliveries')
    house.clock.advance(1_000)
    await plan(house)
    const { rows } = await house.pool.query(
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
    const house = await open()
    await giveBroken(house, `raise 'No space left on device' using errcode = '53100'`)
    for (let looks = 0; looks < 6; looks++) {
      await plan(house)
      house.clock.advance(60_000)
    }
    const fanOut = async () =>
      (await house.pool.query('select total, fan_out_from, fan_out_failures from occurrences')).rows
    expect(await fanOut()).toEqual([
      { total: SLICE_MAX, fan_out_from: SLICE_MAX, fan_out_failures: 0 },
    ])
    await house.pool.query('drop trigger refuse on deliveries')
    await plan(house)
    expect(await fanOut()).toEqual([
      { total: SLICE_MAX + 100, fan_out_from: null, fan_out_failures: 0 },
    ])
  },
)

test(
  'a fan-out whose end its message cannot take in is ended later; the others go on',
  { timeout: 60_000 },
  async () => {
    const house = await open()
    const { user, id } = await giveBroken(house)
    const other = await giveOther(house)
    await plan(house)
    await sendAll(house)
    await house.pool.query(`
      update occurrences set fan_out_failures = 4, fan_out_not_before = null;
      create function deaf() returns trigger language plpgsql as $$
      begin if new.id = '${id}' then raise 'It cannot hear.'; end if; return new; end $$;
      create trigger deaf before update on messages for each row execute function deaf()`)
    house.clock.moveTo('2026-06-01T10:01:00Z')
    await plan(house)
    expect(await readMessage(other.user, other.user, other.id)).toMatchObject({
      occurrence: { total: SLICE_MAX + 1 },
    })
    expect(await readMessage(user, user, id)).toMatchObject({ status: 'sending' })

    await house.pool.query('drop trigger deaf on messages')
    house.clock.advance(60_000)
    await plan(house)
    expect(await readMessage(user, user, id)).toMatchObject({ status: 'partly_sent' })
  },
)

/** Plans until a slice waits for what is done to its occurrence, does it, and plans to the end. */
async function planBeside(house: House, change: string) {
  house.clock.moveTo('2026-06-01T10:01:00Z')
  const lane = await house.pool.connect()
  onTestFinished(() => lane.release())
  let begun = false
  const ctx: typeof house.ctx = {
    ...house.ctx,
    async transaction(work) {
      const done = await house.ctx.transaction(work)
      // As soon as its first slice is there, the lane begins with it.
      if (!begun) await lane.query(`begin; ${change}`)
      begun = true
      return done
    },
  }
  const planner = startPlanner(ctx, nobodyListens)
  await someoneWaits(house)
  await lane.query('commit')
  await planner.rest()
  await planner.stop()
  const { rows } = await house.pool.query(`
    select source_id as id, total, fan_out_from, (select count(*) from deliveries) as deliveries
    from occurrences`)
  return rows
}

test('a fan-out waits for the lane that counts what has arrived, and goes on at once', async () => {
  const house = await open()
  const { id } = await giveOther(house)
  expect(await planBeside(house, 'update occurrences set sent = 1')).toEqual([
    { id, total: SLICE_MAX + 1, fan_out_from: null, deliveries: SLICE_MAX + 1 },
  ])
})

test('nothing is added to what a person stops while its next slice is written', async () => {
  const house = await open()
  const { id } = await giveOther(house)
  const stop = `update occurrences set fan_out_from = null, stopped = 'canceled'`
  expect(await planBeside(house, stop)).toEqual([
    { id, total: SLICE_MAX, fan_out_from: null, deliveries: SLICE_MAX },
  ])
})

test('fan-outs and a lane that counts in both of their occurrences do not deadlock', async () => {
  const house = await open()
  const { user, groupIds } = await givePosting(house)
  for (let n = 0; n < 2; n++) await createMessage(user, input(groupIds))
  house.clock.moveTo('2026-06-01T10:00:00Z')
  await plan(house)
  const { rows } = await house.pool.query('select id from occurrences order by id')
  const [first, second] = rows.map(({ id }) => id)
  // The one that was made later is due earlier.
  await house.pool.query(
    `update occurrences
        set fan_out_from = 0, due_at = due_at - case when id = $1 then interval '1 s' else '0' end`,
    [second],
  )
  const lane = await house.pool.connect()
  onTestFinished(() => lane.release())
  const holds = (id: string) =>
    lane.query('select from occurrences where id = $1 for no key update', [id])
  await lane.query('begin')
  await holds(first)
  const planner = startPlanner(house.ctx, nobodyListens)
  await someoneWaits(house)
  await holds(second)
  await lane.query('commit')
  await planner.rest()
  await planner.stop()
  const states = await house.pool.query(
    'select fan_out_from, fan_out_failures from occurrences order by id',
  )
  expect(states.rows).toEqual([
    { fan_out_from: null, fan_out_failures: 0 },
    { fan_out_from: null, fan_out_failures: 0 },
  ])
})
