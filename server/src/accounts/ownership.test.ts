import { expect, test, type TestApp } from '../../test/test-app.ts'
import { someoneWaits } from '../../test/locks.ts'
import { createPosting } from '../../test/posting.ts'
import { seconds, systemClock } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { openListener } from '../platform/news/listener.ts'
import { openOwnership } from './ownership.ts'
import type { Owned, Ownership } from './port.ts'
import { lockOwned } from './owners-store.ts'

type Process = Ownership & { recovered: Owned[]; lost: Owned[]; count(n: number): Promise<void> }

/** A process that owns accounts; its clock runs unless another is given. */
async function start(
  app: TestApp,
  options: { ctx?: Partial<Context>; maxSkewMs?: number } = {},
): Promise<Process> {
  const ctx = { ...app.ctx, clock: systemClock, ...options.ctx }
  const listener = await openListener(app.databaseUrl, systemClock, ctx.log)
  app.atEnd(() => listener.close())
  const recovered: Owned[] = []
  const lost: Owned[] = []
  const ownership = await openOwnership(ctx, {
    databaseUrl: app.databaseUrl,
    listener,
    roles: ['sender'],
    recover: async (_ctx, _tx, claimed) => void recovered.push(...claimed),
    ...(options.maxSkewMs === undefined ? {} : { maxSkewMs: options.maxSkewMs }),
  })
  app.atEnd(() => ownership.close())
  ownership.onChange((_gained, gone) => void lost.push(...gone))
  const count = (n: number) =>
    until(ownership, () => ownership.mayAct() && ownership.owned().size === n)
  return Object.assign(ownership, { recovered, lost, count })
}

/** Resolves when something holds, looked at whenever accounts come or go. */
function until(ownership: Ownership, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (holds()) return resolve()
    const forget = ownership.onChange(() => {
      if (!holds()) return
      forget()
      resolve()
    })
  })
}

async function giveAccounts(app: TestApp, count: number): Promise<string[]> {
  const user = await app.person()
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await createPosting(app, { user })).accountId)
  return ids
}

const accounts = async (app: TestApp) =>
  (await app.pool.query('select id, owner, epoch from accounts order by id')).rows

/** The connection that holds a process's lock is cut, as when the database restarts. */
const cut = (app: TestApp, processId: number) =>
  app.pool.query(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and classid = 7261 and objid = $1 and granted`,
    [processId],
  )

test('accounts without an owner are claimed with their next epoch, and recovered in the same step', async ({
  app,
}) => {
  const ids = await giveAccounts(app, 2)
  const one = await start(app)
  await one.count(2)
  expect(await accounts(app)).toEqual(
    ids.toSorted().map((id) => ({ id, owner: one.processId, epoch: 1 })),
  )
  expect(new Set(one.recovered)).toEqual(
    new Set(ids.map((id) => ({ id, channel: 'telegram-bot', epoch: 1, traits: {} }))),
  )
})

test('an account that appears later is claimed too', async ({ app }) => {
  const one = await start(app)
  await giveAccounts(app, 1)
  await one.count(1)
  expect(one.mayAct()).toBe(true)
})

test('a process that joins gets its share, and leaves it when it ends', async ({ app }) => {
  await giveAccounts(app, 5)
  const one = await start(app)
  await one.count(5)
  const two = await start(app)
  await Promise.all([one.count(3), two.count(2)])
  expect(one.lost).toHaveLength(2)
  expect(two.recovered.map(({ epoch }) => epoch)).toEqual([2, 2])

  await two.close()
  await one.count(5)
  expect((await accounts(app)).every(({ owner }) => owner === one.processId)).toBe(true)
})

test('an account is handed on only when what was going on has ended', async ({ app }) => {
  await giveAccounts(app, 2)
  const one = await start(app)
  await one.count(2)
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  one.onChange((_gained, lost) => (lost.length > 0 ? finished : undefined))
  const two = await start(app)
  await one.count(1)
  expect((await accounts(app)).map(({ owner }) => owner)).toEqual([one.processId, one.processId])
  finish()
  await two.count(1)
})

test('a process that was killed is replaced: its lock is free', async ({ app }) => {
  const [id] = await giveAccounts(app, 1)
  const { rows } = await app.pool.query(
    `insert into processes (roles, lease_until, started_at)
     values ('{sender}', now() + interval '1 hour', now()) returning id`,
  )
  await app.pool.query('update accounts set owner = $1, epoch = 7', [rows[0].id])
  const one = await start(app)
  await one.count(1)
  expect(await accounts(app)).toEqual([{ id, owner: one.processId, epoch: 8 }])
})

test('a process whose connection is cut owns nothing until it has begun anew', async ({ app }) => {
  await giveAccounts(app, 2)
  const one = await start(app)
  await one.count(2)
  const before = one.processId
  await cut(app, before)
  await until(one, () => one.owned().size === 0)
  expect(one.mayAct()).toBe(false)
  expect(one.lost).toHaveLength(2)
  await one.count(2)
  expect(one.processId).not.toBe(before)
  expect((await accounts(app)).map(({ epoch }) => epoch)).toEqual([2, 2])
})

test('after a cut every account has one owner again, with a later epoch where it changed hands', async ({
  app,
}) => {
  await giveAccounts(app, 2)
  const one = await start(app)
  const two = await start(app)
  await Promise.all([one.count(1), two.count(1)])
  const epochs = (await accounts(app)).map(({ epoch }) => epoch)
  await cut(app, one.processId)
  await until(one, () => one.owned().size === 0)
  await Promise.all([one.count(1), two.count(1)])
  const now = await accounts(app)
  const inMemory = [...one.owned().values(), ...two.owned().values()]
  expect(inMemory.map(({ id, epoch }) => `${id} ${epoch}`).toSorted()).toEqual(
    now.map(({ id, epoch }) => `${id} ${epoch}`),
  )
  expect(now.some(({ epoch }, n) => epoch > epochs[n]!)).toBe(true)
})

test('a process that hangs loses its accounts by its lease, and notices', async ({ app }) => {
  await giveAccounts(app, 1)
  // Its clock stands still, so it does not renew: it hangs, while its connection holds the lock.
  const hung = await start(app, { ctx: { clock: app.clock } })
  await hung.count(1)
  const before = hung.processId
  await app.pool.query('update processes set lease_until = now()')
  const other = await start(app)
  await other.count(1)
  expect((await accounts(app))[0]).toMatchObject({ owner: other.processId, epoch: 2 })

  const lost = until(hung, () => hung.owned().size === 0)
  app.clock.advance(seconds(3))
  await lost
  expect(hung.processId).not.toBe(before)
})

test('a process that could not renew for 8 seconds does not act, until it has renewed', async ({
  app,
}) => {
  const one = await start(app, { ctx: { clock: app.clock } })
  expect(one.mayAct()).toBe(true)
  const resumed = new Promise<void>((resolve) => one.onChange(() => resolve()))
  app.clock.advance(seconds(8))
  expect(one.mayAct()).toBe(false)
  await resumed
  expect(one.mayAct()).toBe(true)
})

test('a process that may act again claims at once what it could not meanwhile', async ({ app }) => {
  const one = await start(app, { ctx: { clock: app.clock } })
  const holder = await app.pool.connect()
  app.atEnd(() => holder.release())
  await holder.query('begin; lock table processes in share mode')
  app.clock.advance(seconds(10))
  await someoneWaits(app)
  await giveAccounts(app, 1)
  expect(one.mayAct()).toBe(false)
  await holder.query('commit')
  await one.count(1)
})

test('a clock that differs from the database’s owns nothing, and leaves everything to others', async ({
  app,
}) => {
  await giveAccounts(app, 4)
  const wrong = await start(app, { ctx: { clock: app.clock }, maxSkewMs: seconds(5) })
  expect(wrong.mayAct()).toBe(false)
  const right = await start(app, { maxSkewMs: seconds(5) })
  await right.count(4)
  expect(wrong.owned().size).toBe(0)
})

test('a stale epoch is refused', async ({ app }) => {
  const [id] = await giveAccounts(app, 1)
  await app.pool.query('update accounts set epoch = 5')
  const ask = (epoch: number) => app.ctx.transaction((tx) => lockOwned(tx, { id: id!, epoch }))
  expect([await ask(4), await ask(5)]).toEqual([false, true])
})

test('a claim whose answer was lost is taken up all the same', async ({ app }) => {
  await giveAccounts(app, 1)
  let failed = false
  // The commit is done, and then its answer does not arrive.
  const transaction: Context['transaction'] = async (work) => {
    const result = await app.ctx.transaction(work)
    if (!failed && Array.isArray(result) && result.length > 0) {
      failed = true
      throw new Error('Connection terminated unexpectedly')
    }
    return result
  }
  const one = await start(app, { ctx: { transaction } })
  await one.count(1)
  expect(failed).toBe(true)
  expect((await accounts(app))[0]).toMatchObject({ owner: one.processId, epoch: 1 })
})

test('a lane finishes its requests before the session of its account closes', async ({ app }) => {
  await giveAccounts(app, 1)
  const one = await start(app)
  await one.count(1)
  const order: string[] = []
  const finished = Promise.withResolvers<void>()
  one.onChange((_gained, lost) => void (lost.length > 0 && order.push('session')))
  one.onChange(async (_gained, lost) => {
    if (lost.length === 0) return
    await finished.promise
    order.push('lane')
  })
  const closed = one.close()
  finished.resolve()
  await closed
  expect(order).toEqual(['lane', 'session'])
})

test('a former bot without a token is owned by nobody, once nothing waits in its lane', async ({
  app,
}) => {
  const ids = await giveAccounts(app, 3)
  const forget = (id: string) =>
    app.pool.query('update accounts set credentials = null where id = $1', [id])
  await forget(ids[0]!)
  await app.pool.query(
    `insert into lane_entries (account_id, user_id, not_before, delivery_id)
     values ($1, 'somebody', now(), gen_random_uuid())`,
    [ids[1]],
  )
  await forget(ids[1]!)
  const process = await start(app)
  await process.count(2)
  expect(process.owned().has(ids[0]!)).toBe(false)

  await app.pool.query('delete from lane_entries')
  await process.count(1)
  expect([...process.owned().keys()]).toEqual([ids[2]])
  await app.pool.query(`update accounts set credentials = 'sealed' where id = $1`, [ids[0]])
  await process.count(2)
  expect(new Set(process.owned().keys())).toEqual(new Set([ids[0], ids[2]]))
})
