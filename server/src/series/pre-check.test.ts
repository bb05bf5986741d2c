import { messageInput } from '../../test/message-input.ts'
import { bellOf } from '../../test/bell.ts'
import { cycleInput, step } from '../../test/cycle-input.ts'
import { giveFile, createPosting } from '../../test/posting.ts'
import { plan } from '../../test/planning.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { createCycle } from '../cycles/actions.ts'
import type { Input } from '../messages/checks.ts'
import * as messages from '../messages/actions.ts'
import { minutes } from '../platform/clock.ts'
import { checkUpcoming } from './pre-check.ts'

const daily = { timeZone: 'UTC', rule: { kind: 'daily' as const, everyDays: 1, at: ['12:00'] } }

/** A message that goes out each noon of 2026-06-01 and on, to so many groups. */
async function open(app: TestApp, groups = 2, change: Partial<Input> = {}) {
  const posting = await createPosting(app, { groups })
  const { user, groupIds } = posting
  const repeats = { kind: 'automated' as const, title: 'Rehearsal', schedule: daily, ...change }
  const made = await messages.createMessage(user, messageInput(groupIds, repeats))
  for (const [n, id] of groupIds.entries()) {
    await app.pool.query('update groups set title = $2 where id = $1', [id, `Choir ${n}`])
  }
  const set = (columns: string, n = 0) =>
    app.pool.query(`update groups set ${columns} where id = $1`, [groupIds[n]])
  const at = async (time: string) => {
    app.clock.moveTo(time)
    await checkUpcoming(app.ctx)
  }
  return { ...posting, ...made, set, at }
}

/** Plans what is due then, and has all of it end. */
async function goOut(app: TestApp, time: string) {
  app.clock.moveTo(time)
  await plan(app)
  await app.pool.query(`update occurrences set finished_at = due_at, status = 'done'`)
}

test('what has become impossible is told ten minutes before the slot, once, and not before', async ({
  app,
}) => {
  const { user, set, at } = await open(app)
  await set(`status = 'limited', reason = 'An admin forbade it.'`)
  await at('2026-06-01T11:45:00Z')
  expect(await bellOf(user)).toEqual([])
  await at('2026-06-01T11:50:30Z')
  expect(await bellOf(user)).toMatchObject([
    {
      title: '“Rehearsal” cannot go to 1 of its 2 groups',
      message: 'It goes out in 10 minutes. “Choir 0”: An admin forbade it.',
    },
  ])
  await at('2026-06-01T11:51:30Z')
  await goOut(app, '2026-06-01T12:00:00Z')
  // The same again is not told again; another group is.
  await at('2026-06-02T11:55:00Z')
  expect(await bellOf(user)).toHaveLength(1)
  await goOut(app, '2026-06-02T12:00:00Z')
  await set(`status = 'lost', reason = 'It was deleted.'`, 1)
  await at('2026-06-03T11:55:00Z')
  expect((await bellOf(user))[0]).toMatchObject({
    title: '“Rehearsal” cannot go to any of its groups',
    message: expect.stringMatching(
      /^It goes out in 5 minutes\. .* 1 more group cannot get it, either\.$/,
    ),
  })
})

test('what is fine, or muted by its user, is told to nobody', async ({ app }) => {
  const { user, set, at } = await open(app)
  await set(`status = 'muted', muted = true`)
  await at('2026-06-01T11:55:00Z')
  expect(await bellOf(user)).toEqual([])
})

test('a file that is gone and a lost account are told in words', async ({ app }) => {
  const posting = await createPosting(app)
  const mediaId = await giveFile(app, posting.user)
  const content = { kind: 'media' as const, text: '', media: [{ mediaId }] }
  await messages.createMessage(
    posting.user,
    messageInput(posting.groupIds, { kind: 'automated', schedule: daily, content }),
  )
  await app.pool.query(`update media set status = 'deleted' where id = $1`, [mediaId])
  app.clock.moveTo('2026-06-01T11:55:00Z')
  await checkUpcoming(app.ctx)
  expect(await bellOf(posting.user)).toMatchObject([
    { message: expect.stringContaining('not in your library any more') },
  ])
  const banned = await open(app)
  await app.pool.query(`update accounts set status = 'banned' where id = $1`, [banned.accountId])
  await checkUpcoming(app.ctx)
  expect(await bellOf(banned.user)).toMatchObject([
    { message: expect.stringContaining('The network has banned this account.') },
  ])
})

test('a cycle is judged by the step that comes, and stays where it is', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const cycle = await createCycle(
    user,
    cycleInput(groupIds, {
      schedule: daily,
      steps: [
        step('Words'),
        { ...step('x'), content: { kind: 'text', text: '{{group}}'.padEnd(4_000, 'x') } },
      ],
    }),
  )
  const longName = `update groups set title = repeat('y', 200)`
  await app.pool.query(longName)
  app.clock.moveTo('2026-06-01T11:55:00Z')
  await checkUpcoming(app.ctx)
  expect(await bellOf(user)).toEqual([])
  await goOut(app, '2026-06-01T12:00:00Z')
  app.clock.moveTo('2026-06-02T11:55:00Z')
  await checkUpcoming(app.ctx)
  expect(await bellOf(user)).toMatchObject([{ link: `/dashboard/cycles/${cycle.id}` }])
  expect((await app.pool.query('select runs from cycles')).rows).toEqual([{ runs: 1 }])
})

test('a schedule that is deleted at the same moment holds up no other one', async ({ app }) => {
  const leaving = await open(app)
  const other = await open(app)
  await app.pool.query(`update groups set status = 'limited', reason = 'Closed.'`)
  const deletion = await app.pool.connect()
  app.atEnd(async () => deletion.release(true))
  await deletion.query('begin')
  await deletion.query('delete from schedules where source_id = $1', [leaving.id])
  await other.at('2026-06-01T11:55:00Z')
  await deletion.query('commit')
  expect(await bellOf(other.user)).toHaveLength(1)
  expect(await bellOf(leaving.user)).toEqual([])
})

test('users take turns, so that nobody with many messages holds up a neighbor', async ({ app }) => {
  const many = await open(app, 1)
  for (let n = 0; n < 25; n++) {
    await messages.createMessage(
      many.user,
      messageInput(many.groupIds, { kind: 'automated', schedule: daily }),
    )
  }
  const other = await open(app, 1)
  await app.pool.query(`update groups set status = 'limited', reason = 'Closed.'`)
  app.clock.moveTo('2026-06-01T11:55:00Z')
  const taken: string[] = []
  const ctx = {
    ...app.ctx,
    sources: {
      ...app.ctx.sources,
      message: {
        ...app.ctx.sources.message!,
        prepare: (...given: Parameters<NonNullable<typeof app.ctx.sources.message>['prepare']>) => {
          taken.push(given[2][0]!.sourceId)
          return app.ctx.sources.message!.prepare(...given)
        },
      },
    },
  }
  await checkUpcoming(ctx)
  expect(taken).toHaveLength(27)
  expect(taken.indexOf(other.id)).toBeLessThan(2)
  expect(await bellOf(other.user)).toHaveLength(1)
  // All of one person's are one item.
  expect(await bellOf(many.user)).toMatchObject([
    { title: '26 automated messages cannot go to all of their groups' },
  ])
  app.clock.advance(minutes(1))
  await checkUpcoming(ctx)
  expect(taken).toHaveLength(27)
})
