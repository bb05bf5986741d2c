import type { Client } from 'pg'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { createPosting, type Posting } from '../../test/posting.ts'
import type { UserContext } from '../platform/context.ts'
import { openOccurrences, planDeliveries, type Slice } from './actions.ts'

/** An occurrence of the user, opened, and a delivery that could be added to it. */
async function giveSlice(ctx: UserContext, given: Posting): Promise<Slice> {
  const dueAt = ctx.clock.now()
  const opening = { source: 'message' as const, sourceId: ctx.ids.next(), dueAt }
  const [occurrenceId] = await ctx.transaction((tx) =>
    openOccurrences(ctx, tx, [
      { ...opening, userId: ctx.user.id, scheduleId: null, slotAt: null, onUnconfirmed: 'ask' },
    ]),
  )
  const delivery = {
    part: 0,
    contentId: given.contentId,
    groupId: given.groupIds[0]!,
    topicId: null,
  }
  return {
    occurrenceId: occurrenceId!,
    dueAt,
    catchUpMs: 0,
    deliveries: [delivery],
    continuesAt: null,
  }
}

const add = (ctx: UserContext, slice: Slice) =>
  ctx.transaction((tx) => planDeliveries(ctx, tx, [slice]))

const count = async ({ pool }: TestApp) =>
  (await pool.query<{ n: number }>('select count(*)::int as n from deliveries')).rows[0]!.n

/** Whether one database session waits for another, asked until that is so. */
async function waits({ pool }: TestApp) {
  for (;;) {
    const { rows } = await pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows.length > 0) return
  }
}

/** What a delivery belongs to: each can be taken from it, or not. */
const parents = {
  occurrence: 'delete from occurrences',
  group: 'delete from groups',
  user: 'delete from users',
} as const

for (const [parent, remove] of Object.entries(parents)) {
  test(`a delivery goes with its ${parent}`, async ({ app }) => {
    const given = await createPosting(app)
    await add(given.user, await giveSlice(given.user, given))
    expect(await count(app)).toBe(1)
    await app.pool.query(remove)
    expect(await count(app)).toBe(0)
  })

  test(`a delivery that is being added goes with its ${parent}, which is deleted meanwhile`, async ({
    app,
  }) => {
    const given = await createPosting(app)
    const slice = await giveSlice(given.user, given)
    let deleted: Promise<unknown> | undefined
    await given.user.transaction(async (tx) => {
      await planDeliveries(given.user, tx, [slice])
      deleted = app.pool.query(remove)
      await waits(app)
    })
    await deleted
    expect(await count(app)).toBe(0)
  })

  test(`nothing is added to what is being deleted: ${parent}`, async ({ app }) => {
    const given = await createPosting(app)
    const slice = await giveSlice(given.user, given)
    const client = (await app.pool.connect()) as unknown as Client & { release(): void }
    await client.query('begin')
    await client.query(remove)
    const added = add(given.user, slice).then(
      () => 'added',
      (error: Error) => error.message,
    )
    await waits(app)
    await client.query('commit')
    client.release()
    expect(await added).not.toBe('added')
    expect(await count(app)).toBe(0)
  })
}

test('a content stays as long as a delivery has it, also one that is being added', async ({
  app,
}) => {
  const given = await createPosting(app)
  const slice = await giveSlice(given.user, given)
  const remove = () =>
    app.pool.query('delete from contents').then(
      () => 'deleted',
      (error: Error) => error.message,
    )
  let deleted: Promise<string> | undefined
  await given.user.transaction(async (tx) => {
    await planDeliveries(given.user, tx, [slice])
    deleted = remove()
    await waits(app)
  })
  expect(await deleted).toBe('A delivery has this content.')
  expect(await remove()).toBe('A delivery has this content.')
  await app.pool.query('delete from occurrences')
  expect(await remove()).toBe('deleted')
  const late = await giveSlice(given.user, given)
  await expect(add(given.user, late)).rejects.toThrow('A delivery needs a content of its user.')
})

test('a delivery is of one user with all that it belongs to', async ({ app }) => {
  const [mine, other] = [await createPosting(app), await createPosting(app)]
  const slice = await giveSlice(mine.user, mine)
  const [delivery] = slice.deliveries
  const wrong = (changes: object) =>
    add(mine.user, { ...slice, deliveries: [{ ...delivery!, ...changes }] })
  await expect(wrong({ groupId: other.groupIds[0] })).rejects.toThrow('a group of its user')
  await expect(wrong({ contentId: other.contentId })).rejects.toThrow('a content of its user')
  await add(mine.user, slice)
  const change = (table: string, column: string, value: string | undefined) =>
    app.pool.query(`update ${table} set ${column} = $1`, [value])
  const theirs = other.user.user.id
  await expect(change('deliveries', 'group_id', other.groupIds[0])).rejects.toThrow('a group of')
  await expect(change('deliveries', 'user_id', theirs)).rejects.toThrow('an occurrence of')
  await expect(change('deliveries', 'content_id', other.contentId)).rejects.toThrow('a content of')
  for (const table of ['occurrences', 'groups', 'contents']) {
    await expect(change(table, 'user_id', theirs)).rejects.toThrow('do not change')
    await expect(change(table, 'id', app.ctx.ids.next())).rejects.toThrow('do not change')
  }
})
