import { expect, test, type TestApp } from '../../../test/test-app.ts'
import { openDatabase, openPool } from '../db/database.ts'
import { health, type Check } from './health.ts'
import { createHttp } from './server.ts'

function open(
  { ctx }: TestApp,
  checks: Record<string, Check> = {},
  db = ctx.db,
  answerMs?: number,
) {
  const http = createHttp(ctx.config, ctx.log)
  health(http, db, checks, answerMs)
  return async (url: string) => {
    const answer = await http.inject(url)
    return { status: answer.statusCode, ...answer.json<object>() }
  }
}

const unwell = (message: string) => ({ status: 503, error: { code: 'unavailable', message } })

test('a process that answers is up, whatever its parts do', async ({ app }) => {
  const get = open(app, { planner: () => 'It stands still.' })
  expect(await get('/healthz')).toEqual({ status: 200, data: { up: true } })
})

test('it is ready when the database answers and every part is well', async ({ app }) => {
  expect(await open(app)('/readyz')).toEqual({ status: 200, data: { ready: true } })
  const checks = { planner: () => undefined, sender: async () => undefined }
  expect(await open(app, checks)('/readyz')).toEqual({ status: 200, data: { ready: true } })
})

test('all that is wrong is told at once, each by its part, and mends by itself', async ({
  app,
}) => {
  let standing = true
  const get = open(app, {
    planner: () => (standing ? 'It stands still.' : undefined),
    sender: async () => undefined,
    jobs: () => Promise.resolve(standing ? 'Nobody works.' : undefined),
  })
  expect(await get('/readyz')).toEqual(unwell('planner: It stands still. jobs: Nobody works.'))
  standing = false
  expect(await get('/readyz')).toEqual({ status: 200, data: { ready: true } })
})

test('a note is told, and the server is ready all the same', async ({ app }) => {
  const get = open(app, { bot: () => ({ note: 'Telegram is away.' }), disk: () => undefined })
  const data = { ready: true, notes: ['bot: Telegram is away.'] }
  expect(await get('/readyz')).toEqual({ status: 200, data })
})

test('a check that breaks is a part that is not well, not a failed call', async ({ app }) => {
  const get = open(app, {
    planner: () => {
      throw new Error('secret details')
    },
    jobs: () => 'Nobody works.',
  })
  expect(await get('/readyz')).toEqual(
    unwell('planner: It cannot tell whether it is well. jobs: Nobody works.'),
  )
})

test('a database that is gone is told', async ({ app }) => {
  const gone = openDatabase(openPool('postgres://nobody@127.0.0.1:9/none', app.ctx.log))
  app.atEnd(() => gone.destroy())
  expect(await open(app, {}, gone)('/readyz')).toEqual(
    unwell('database: The database cannot be reached.'),
  )
})

test('nobody waits long for a database or a part that says nothing', async ({ app }) => {
  // All connections are taken, and nobody gives one back.
  const pool = openPool(app.databaseUrl, app.ctx.log, 1)
  const taken = await pool.connect()
  const busy = openDatabase(pool)
  app.atEnd(async () => {
    taken.release()
    await busy.destroy()
  })
  const silent = { planner: () => new Promise<undefined>(() => {}) }
  expect(await open(app, silent, busy, 100)('/readyz')).toEqual(
    unwell('database: It does not answer. planner: It does not answer.'),
  )
})
