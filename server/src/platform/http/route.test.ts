import { listCycles } from '@carillon/contract/cycles'
import type { Endpoint } from '@carillon/contract/endpoint'
import { createMessage, listMessages, updateMessage } from '@carillon/contract/messages'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { expect, openTestApp, test, type TestApp } from '../../../test/test-app.ts'
import type { Caller } from '../context.ts'
import { AppError } from '../errors.ts'
import { openBudgets } from './budgets.ts'
import { costOf, route } from './route.ts'
import { createHttp } from './server.ts'

const schemas = {
  Renamer: z.object({ id: z.string() }),
  Rename: z.object({ name: z.string().min(2, 'Use at least 2 characters.') }),
  Renamed: z.object({ name: z.string(), times: z.number() }),
}

const renameMe = {
  method: 'POST',
  path: '/api/rename/:id',
  summary: 'Rename somebody.',
  auth: 'user',
  status: 201,
  params: 'Renamer',
  body: 'Rename',
  data: 'Renamed',
} as const satisfies Endpoint

test('a list of cycles is a heavy read, since each may have thousands of groups; one of messages when it is searched', () => {
  const costs = [listCycles, listMessages].flatMap((list) => [
    costOf(list, { query: {} }),
    costOf(list, { query: { q: 'choir' } }),
  ])
  expect(costs).toEqual(['heavy', 'heavy', undefined, 'heavy'])
})

test('a save that also sends counts as a send', () => {
  const costs = [createMessage, updateMessage].flatMap((save) => [
    costOf(save, { body: { status: 'draft' } }),
    costOf(save, { body: { status: 'sending' } }),
  ])
  expect(costs).toEqual([undefined, 'asks', undefined, 'asks'])
})

/** An app with one call, which counts how often it took effect. */
async function appWithOneCall(
  app: TestApp,
  fail: () => void = () => {},
  method: 'POST' | 'PUT' = 'POST',
) {
  const { user } = await app.person()
  const http = createHttp(app.ctx.config, app.ctx.log)
  const authenticate = async (request: FastifyRequest): Promise<Caller> => {
    if (!request.headers.authorization) throw new AppError('unauthenticated', 'Sign in first.')
    return user
  }
  const budgets = openBudgets(app.ctx.config.limits, app.clock)
  const endpoint = { ...renameMe, method }
  route({ http, ctx: app.ctx, authenticate, budgets, schemas }, endpoint, ({ params, body }, ctx) =>
    ctx.transaction(async (tx) => {
      fail()
      const { rows } = await sql<{ rev: number }>`
        update users set display_name = ${body.name}, rev = rev + 1
        where id = ${params.id} returning rev`.execute(tx.db)
      return { name: body.name, times: rows[0]!.rev - 1, passwordHash: 'never promised' }
    }),
  )
  const call = (payload: unknown, headers: Record<string, string> = {}) =>
    http.inject({
      method,
      url: `/api/rename/${user.id}`,
      headers: { authorization: 'Bearer x', 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  return { http, call }
}

test('an answer holds what the contract promises and nothing else', async ({ app }) => {
  const { call } = await appWithOneCall(app)
  const answer = await call({ name: 'Ada' })
  expect([answer.statusCode, answer.json()]).toEqual([201, { data: { name: 'Ada', times: 1 } }])
})

test.for(['a\0b', 'half of a pair: \ud83d'])(
  'a text that no database can keep is refused at its field: %j',
  async (name, { app }) => {
    const { call } = await appWithOneCall(app)
    const answer = await call({ name })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        error: {
          code: 'invalid',
          message: expect.stringContaining('a character'),
          details: [{ path: 'name', message: expect.stringContaining('Type this anew.') }],
        },
      },
    ])
  },
)

test('179 a wrong field is told at that field', async ({ app }) => {
  const { call } = await appWithOneCall(app)
  const answer = await call({ name: 'A' })
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    {
      error: {
        code: 'invalid',
        message: 'Use at least 2 characters.',
        details: [{ path: 'name', message: 'Use at least 2 characters.' }],
      },
    },
  ])
})

test('179 a malformed body and a missing token are told in words', async ({ app }) => {
  const { call, http } = await appWithOneCall(app)
  expect((await call('{"name":')).json()).toEqual({
    error: { code: 'invalid', message: 'The body is not valid JSON.' },
  })
  const stranger = await http.inject({ method: 'POST', url: '/api/rename/x', payload: {} })
  expect([stranger.statusCode, stranger.json().error.code]).toEqual([401, 'unauthenticated'])
})

test('the same Idempotency-Key acts once and answers the same', async ({ app }) => {
  const { call } = await appWithOneCall(app)
  const key = { 'idempotency-key': 'k-1' }
  const first = await call({ name: 'Ada' }, key)
  const second = await call({ name: 'Ada' }, key)
  expect(second.json()).toEqual(first.json())
  expect(second.statusCode).toBe(201)
  expect((await call({ name: 'Bea' }, key)).json().error.code).toBe('conflict')
  expect((await call({ name: 'Bea' }, { 'idempotency-key': 'k-2' })).json().data.times).toBe(2)
})

test('a PUT acts once too with an Idempotency-Key, and each time without one', async ({ app }) => {
  const { call } = await appWithOneCall(app, () => {}, 'PUT')
  const times = async (headers: Record<string, string>) =>
    (await call({ name: 'Ada' }, headers)).json().data.times
  const key = { 'idempotency-key': 'k-1' }
  expect([await times(key), await times(key), await times({})]).toEqual([1, 1, 2])
})

test('of one user only so many answers are kept, the newest', async () => {
  const app = await openTestApp({ env: { LIMIT_IDEMPOTENCY_ANSWERS: '2' } })
  const { call } = await appWithOneCall(app)
  const rename = async (key: string) => {
    app.clock.advance(1)
    return (await call({ name: 'Ada' }, { 'idempotency-key': key })).json().data.times
  }
  expect([await rename('a'), await rename('b'), await rename('c')]).toEqual([1, 2, 3])
  expect([await rename('b'), await rename('c'), await rename('a')]).toEqual([2, 3, 4])
  const { rows } = await app.pool.query('select key from idempotency_keys order by key')
  expect(rows).toEqual([{ key: 'a' }, { key: 'c' }])
  await app.close()
})

test('two calls with one key at the same moment act once', async ({ app }) => {
  const { call } = await appWithOneCall(app)
  const key = { 'idempotency-key': 'twice' }
  const codes = await Promise.all([call({ name: 'Ada' }, key), call({ name: 'Ada' }, key)])
  const { rows } = await sql<{ rev: number }>`select rev from users`.execute(app.ctx.db)
  expect(rows).toEqual([{ rev: 2 }])
  expect(codes.filter((answer) => answer.statusCode === 201).length).toBeGreaterThanOrEqual(1)
})

test('what was done and whose answer was never kept has a code of its own', async ({ app }) => {
  const { call } = await appWithOneCall(app)
  const key = { 'idempotency-key': 'killed' }
  await call({ name: 'Ada' }, key)
  await sql`update idempotency_keys set status = null, body = null`.execute(app.ctx.db)
  const again = await call({ name: 'Ada' }, key)
  expect([again.statusCode, again.json().error.code]).toEqual([409, 'already_done'])
})

test('a call that failed may be tried again with its key', async ({ app }) => {
  let broken = true
  const { call } = await appWithOneCall(app, () => {
    if (broken) throw new AppError('unavailable', 'Not now.')
  })
  const key = { 'idempotency-key': 'again' }
  expect((await call({ name: 'Ada' }, key)).statusCode).toBe(503)
  broken = false
  expect((await call({ name: 'Ada' }, key)).statusCode).toBe(201)
})

test('a database that is gone is told in words, and nothing else of it', async ({ app }) => {
  const { call } = await appWithOneCall(app, () => {
    throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' })
  })
  const answer = await call({ name: 'Ada' })
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('5')
  expect(answer.body).not.toContain('ECONNREFUSED')
})
