import { expect, test, type TestApp } from '../../../test/test-app.ts'
import { createPosting } from '../../../test/posting.ts'
import { noteSent } from '../../groups/actions.ts'
import { after, minutes, seconds } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { openOccurrences, planDeliveries } from '../../deliveries/actions.ts'
import { openRollUp } from './roll-up.ts'
import type { OccurrenceChange } from '../../occurrences/port.ts'

/** However busy the machine is. */
const PATIENT = { timeout: seconds(20) }

/** Occurrences of one delivery each, their sources' ears, and a way to end them behind the roll-up's back. */
async function give(
  app: TestApp,
  count: number,
  hear: (changes: OccurrenceChange) => void = () => {},
) {
  const posting = await createPosting(app)
  const told: OccurrenceChange[] = []
  const waiting = new Set<() => void>()
  const occurrencesChanged: Context['occurrencesChanged'] = async (_ctx, _tx, changes) => {
    for (const one of changes) hear(one)
    told.push(...changes)
    for (const look of waiting) look()
  }
  const ctx = { ...app.ctx, occurrencesChanged }
  const dueAt = app.clock.now()
  const { user } = posting.user
  const ids = await ctx.transaction(async (tx) => {
    const openings = Array.from({ length: count }, () => ({
      userId: user.id,
      source: 'message' as const,
      sourceId: ctx.ids.next(),
      scheduleId: null,
      slotAt: null,
      dueAt,
      onUnconfirmed: 'ask' as const,
    }))
    const made = (await openOccurrences(ctx, tx, openings)) as string[]
    const [groupId] = posting.groupIds
    const delivery = { part: 0, contentId: posting.contentId, groupId: groupId!, topicId: null }
    const slice = { dueAt, catchUpMs: minutes(1), deliveries: [delivery], continuesAt: null }
    await planDeliveries(
      ctx,
      tx,
      made.map((occurrenceId) => ({ ...slice, occurrenceId })),
    )
    return made
  })
  const end = () =>
    app.pool
      .query(`update deliveries set status = 'sent', sent_at = now();`)
      .then(() => app.pool.query('update occurrences set sent = 1'))
  const heard = (n: number) =>
    new Promise<void>((resolve) => {
      const look = () => told.length >= n && resolve()
      waiting.add(look)
      look()
    })
  return { ctx, ids, told, end, heard, posting }
}

const allEnded = (ids: readonly string[]) => ids.map((id) => ({ id, allEnded: true }))

test('the source of an occurrence that has ended is told once, whoever notices it how often', async ({
  app,
}) => {
  const { ctx, ids, told, end, heard } = await give(app, 3)
  await end()
  const [one, two] = [openRollUp(ctx), openRollUp(ctx)]
  one.note(allEnded(ids))
  two.note(allEnded(ids))
  one.note(allEnded(ids))
  await heard(3)
  await Promise.all([one.close(), two.close()])
  expect(told.map(({ id, status }) => [id, status])).toHaveLength(3)
  expect(new Set(told.map(({ id }) => id))).toEqual(new Set(ids))
})

test('one that only seems to have ended is left alone', async ({ app }) => {
  const { ctx, ids, told } = await give(app, 1)
  const rollUp = openRollUp(ctx)
  rollUp.note(allEnded(ids))
  await rollUp.close()
  expect(told).toEqual([])
})

test('counts that a process did not publish are found', async ({ app }) => {
  const { ctx, told, end, heard } = await give(app, 2)
  await end()
  const rollUp = openRollUp(ctx)
  await rollUp.sweep()
  await heard(2)
  await rollUp.close()
  expect(told.map(({ status }) => status)).toEqual(['done', 'done'])
})

test('progress is told at once, and then at most four times a second', async ({ app }) => {
  // More arrives while it is being told: that waits as well.
  const { ctx, ids, told, heard } = await give(app, 1, () => rollUp.note(going))
  const rollUp = openRollUp(ctx)
  const going = ids.map((id) => ({ id, allEnded: false }))
  rollUp.note(going)
  await heard(1)
  for (let n = 0; n < 20; n++) rollUp.note(going)
  app.clock.advance(249)
  expect(told).toHaveLength(1)
  app.clock.advance(1)
  await heard(2)
  await rollUp.close()
  expect(told.map(({ status }) => status)).toEqual(['sending', 'sending'])
})

test('progress is also told while the clock is set back, and what failed is tried again', async ({
  app,
}) => {
  let failing = true
  const { ctx, ids, told, heard } = await give(app, 1, () => {
    if (failing) throw new Error('A source fails.')
  })
  const rollUp = openRollUp(ctx)
  const going = ids.map((id) => ({ id, allEnded: false }))
  rollUp.note(going)
  // The timer of the next try: progress has none before it is noted again.
  await expect.poll(() => app.clock.next(), PATIENT).toBeDefined()
  failing = false
  app.clock.set(after(app.clock.now(), -minutes(60)))
  app.clock.advance(1_000)
  await heard(1)
  rollUp.note(going)
  app.clock.set(after(app.clock.now(), -minutes(60)))
  app.clock.advance(250)
  await heard(2)
  await rollUp.close()
  expect(told.map(({ status }) => status)).toEqual(['sending', 'sending'])
})

test('sends are counted while progress is told', async ({ app }) => {
  const met = Promise.withResolvers<void>()
  const counted = Promise.withResolvers<void>()
  const { ctx, ids } = await give(app, 1)
  const rollUp = openRollUp({
    ...ctx,
    async occurrencesChanged() {
      met.resolve()
      await counted.promise
    },
  })
  rollUp.note(ids.map((id) => ({ id, allEnded: false })))
  await met.promise
  await app.pool.query('update occurrences set sent = 1')
  counted.resolve()
  await rollUp.close()
})

test('a source that fails keeps no other waiting, and is told again', async ({ app }) => {
  let poison: string | undefined
  const { ctx, ids, told, end } = await give(app, 3, ({ id }) => {
    if (id === poison) throw new Error('A source fails.')
  })
  await end()
  poison = ids[1]
  const rollUp = openRollUp(ctx)
  rollUp.note(allEnded(ids))
  // The first try takes all of them together and fails; the next ones go alone.
  await expect.poll(() => (app.clock.advance(1_000), told.length), PATIENT).toBe(2)
  poison = undefined
  await expect.poll(() => (app.clock.advance(1_000), told.length), PATIENT).toBe(3)
  await rollUp.close()
  expect(new Set(told.map(({ id }) => id))).toEqual(new Set(ids))
})

test('a transaction of the roll-up gives way to a person’s', async ({ app }) => {
  const { ctx, ids, told, end, heard } = await give(app, 1)
  await end()
  const person = await app.pool.connect()
  await person.query('begin')
  await person.query('select 1 from occurrences for update')
  const rollUp = openRollUp(ctx)
  rollUp.note(allEnded(ids))
  // It gives up by itself while the person still holds the row.
  await expect.poll(() => app.clock.next(), PATIENT).toBeDefined()
  await person.query('commit')
  person.release()
  app.clock.advance(1_000)
  await heard(1)
  await rollUp.close()
  expect(told).toHaveLength(1)
})

test('groups learn when they were last sent to, though a little later', async ({ app }) => {
  const { ctx, posting } = await give(app, 1)
  const lastSent = async () => {
    const { rows } = await app.pool.query('select last_sent_at as at from groups')
    return rows[0].at
  }
  const rollUp = openRollUp(ctx)
  rollUp.sent(posting.groupIds.map((groupId) => ({ groupId, isText: true })))
  const at = app.clock.now()
  app.clock.advance(3_000)
  await rollUp.close()
  expect(await lastSent()).toEqual(at)

  // Another process may have been faster, with what came after.
  await ctx.transaction((tx) =>
    noteSent(ctx, tx, [{ id: posting.groupIds[0]!, at: after(at, -1_000), textAt: null }]),
  )
  expect(await lastSent()).toEqual(at)
})

test('the last send of a group is forgotten only once it is written', async ({ app }) => {
  const { ctx, posting } = await give(app, 1)
  let failing = true
  const rollUp = openRollUp({
    ...ctx,
    transaction: (work) =>
      ctx.transaction(async (tx) => {
        const result = await work(tx)
        if (!failing) return result
        failing = false
        throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      }),
  })
  const at = app.clock.now()
  rollUp.sent(posting.groupIds.map((groupId) => ({ groupId, isText: true })))
  app.clock.advance(3_000)
  await rollUp.close()
  expect(failing).toBe(false)
  const { rows } = await app.pool.query('select last_sent_at as at from groups')
  expect(rows).toEqual([{ at }])
})
