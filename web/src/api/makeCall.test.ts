import { listOccurrences } from '@carillon/contract/messages'
import { createUser } from '@carillon/contract/users'
import { expect, test } from 'vitest'
import { ApiError, NetworkError } from './errors.ts'
import { makeCall, urlOf } from './makeCall.ts'
import { testServer } from './testServer.ts'

const refused = { status: 401, body: { error: { code: 'unauthenticated', message: 'Sign in.' } } }
const tooOften = { status: 429, body: { error: { code: 'rate_limited', message: 'Slower.' } } }
const thing = { status: 200, body: { data: { name: 'Bell' } } }

/** Tokens that are counted: `token-1`, then a new number at each forced renewal. */
function tokens() {
  let number = 1
  let renewing: Promise<string> | undefined
  const source = {
    renewals: 0,
    async getToken(force?: boolean) {
      if (!force) return `token-${number}`
      source.renewals += renewing ? 0 : 1
      renewing ??= Promise.resolve().then(() => `token-${++number}`)
      return renewing.finally(() => (renewing = undefined))
    },
  }
  return source
}

test('171 sends the token, the parameters and the query, and answers the data', async () => {
  await using server = await testServer(() => thing)
  const call = makeCall(tokens(), server.origin)

  expect(await call(listOccurrences, { params: { id: 'a/b' }, query: { limit: 5 } })).toEqual({
    name: 'Bell',
  })
  expect(server.asked[0]).toMatchObject({
    method: 'GET',
    url: '/api/messages/a%2Fb/occurrences?limit=5',
  })
  expect(server.asked[0]?.headers.authorization).toBe('Bearer token-1')
})

test('172 a 401 is renewed and tried again exactly once, then passed on', async () => {
  await using server = await testServer(() => refused)
  const source = tokens()
  const call = makeCall(source, server.origin)

  await expect(call(listOccurrences, { params: { id: '1' }, query: {} })).rejects.toMatchObject({
    code: 'unauthenticated',
    status: 401,
  })
  expect(server.asked).toHaveLength(2)
  expect(source.renewals).toBe(1)
})

test('174 parallel 401s share one renewal', async () => {
  await using server = await testServer((request) =>
    request.headers.authorization === 'Bearer token-1' ? refused : thing,
  )
  const source = tokens()
  const call = makeCall(source, server.origin)
  const calls = ['1', '2', '3'].map((id) => call(listOccurrences, { params: { id }, query: {} }))

  expect(await Promise.all(calls)).toHaveLength(3)
  expect(source.renewals).toBe(1)
  expect(server.asked).toHaveLength(6)
})

test('a 401 that comes after another call renewed the token uses the new one', async () => {
  await using server = await testServer((request) =>
    request.headers.authorization === 'Bearer token-1' ? refused : thing,
  )
  const source = tokens()
  const call = makeCall(
    {
      // The first call starts with the old token; meanwhile somebody else renews it.
      getToken: async (force) => {
        if (force) return source.getToken(true)
        return server.asked.length === 0 ? 'token-1' : 'token-2'
      },
    },
    server.origin,
  )

  await call(listOccurrences, { params: { id: '1' }, query: {} })
  expect(source.renewals).toBe(0)
})

test('a try again after a 401 has the same idempotency key', async () => {
  await using server = await testServer((request) =>
    request.headers.authorization === 'Bearer token-1' ? refused : thing,
  )
  const call = makeCall(tokens(), server.origin)
  await call(createUser, { body: { displayName: 'Bell' } })

  const keys = server.asked.map((asked) => asked.headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys).toEqual([keys[0], keys[0]])
})

test('two calls have two idempotency keys', async () => {
  await using server = await testServer(() => thing)
  const call = makeCall(tokens(), server.origin)
  await call(createUser, { body: { displayName: 'Bell' } }, { once: true })
  await call(createUser, { body: { displayName: 'Bell' } }, { once: true })

  const [first, second] = keysOf(server)
  expect(first).not.toBe(second)
})

test.each([
  ['no answer came', 'hang up' as const],
  ['a proxy answered for the server', { status: 504, body: '<html>' }],
])('what must not be done twice keeps its key after %s, until it is answered', async (_, lost) => {
  let answer: typeof lost | typeof thing = lost
  await using server = await testServer(() => answer)
  const call = makeCall(tokens(), server.origin)
  const ring = (name: string) => call(createUser, { body: { displayName: name } }, { once: true })
  await expect(ring('Bell')).rejects.toSatisfy(isTold)
  answer = thing
  await ring('Gong')
  await ring('Bell')
  await ring('Bell')

  const [first, other, again, anew] = keysOf(server)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
  expect(anew).not.toBe(first)
})

test('a refusal for calling too often, between a lost answer and the next try, does not change the key', async () => {
  const answers = ['hang up' as const, tooOften, thing]
  await using server = await testServer(() => answers.shift() ?? thing)
  const call = makeCall(tokens(), server.origin)
  const ring = () => call(createUser, { body: { displayName: 'Bell' } }, { once: true })
  await expect(ring()).rejects.toBeInstanceOf(NetworkError)
  await expect(ring()).rejects.toMatchObject({ status: 429 })
  await ring()

  const [first, second, third] = keysOf(server)
  expect([second, third]).toEqual([first, first])
})

test('what may be done again does not keep its key', async () => {
  await using server = await testServer(() => 'hang up')
  const call = makeCall(tokens(), server.origin)
  await expect(call(createUser, { body: { displayName: 'Bell' } })).rejects.toBeInstanceOf(
    NetworkError,
  )
  await expect(call(createUser, { body: { displayName: 'Bell' } })).rejects.toBeInstanceOf(
    NetworkError,
  )

  const [first, second] = keysOf(server)
  expect(first).not.toBe(second)
})

test('a call that only reads says so when it fails: it has changed nothing', async () => {
  await using server = await testServer(() => 'hang up')
  const call = makeCall(tokens(), server.origin)
  const params = { id: '1' }
  const read = call(listOccurrences, { params, query: {} })
  await expect(read).rejects.toMatchObject({ onlyReads: true })
  const change = call(createUser, { body: { displayName: 'Bell' } })
  await expect(change).rejects.toMatchObject({ onlyReads: false })
})

const isTold = (error: unknown) => error instanceof NetworkError || error instanceof ApiError

const keysOf = ({ asked }: Awaited<ReturnType<typeof testServer>>) =>
  asked.map(({ headers }) => headers['idempotency-key'])

test('a refusal carries its code, its words and its fields', async () => {
  const details = [{ path: 'name', message: 'Give it a name.' }]
  await using server = await testServer(() => ({
    status: 400,
    body: { error: { code: 'invalid', message: 'Check the fields.', details } },
  }))
  const error = await makeCall(tokens(), server.origin)(createUser, {
    body: { displayName: '' },
  }).catch((e) => e)

  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'invalid', message: 'Check the fields.', details })
})

test('an answer that is not ours becomes words, not a broken parse', async () => {
  await using server = await testServer(() => ({ status: 502, body: '<html>' }))
  await expect(
    makeCall(tokens(), server.origin)(listOccurrences, { params: { id: '1' }, query: {} }),
  ).rejects.toMatchObject({
    name: 'ApiError',
    code: 'unavailable',
    status: 502,
  })
})

test.each(['hang up', 'break off'] as const)(
  'no whole answer (%s) is its own kind, with words',
  async (end) => {
    await using server = await testServer(() => end)
    const error = await makeCall(tokens(), server.origin)(listOccurrences, {
      params: { id: '1' },
      query: {},
    }).catch((e) => e)
    expect(error).toBeInstanceOf(NetworkError)
    expect(error.message).toContain('cannot be reached')
  },
)

test('a call given up by its caller is not a lost connection', async () => {
  await using server = await testServer(() => thing)
  const signal = AbortSignal.abort()
  const given = makeCall(tokens(), server.origin)(
    listOccurrences,
    { params: { id: '1' }, query: {} },
    { signal },
  )
  await expect(given).rejects.toMatchObject({ name: 'AbortError' })
})

test('an undefined filter is left out of the address', () => {
  expect(urlOf('/api/things', { query: { q: undefined, status: 'a,b' } })).toBe(
    '/api/things?status=a%2Cb',
  )
})

test('a refusal that names a time to wait for tells it', async () => {
  const error = { code: 'rate_limited', message: 'That is too often.' }
  await using server = await testServer(() => ({
    status: 429,
    headers: { 'retry-after': '6' },
    body: { error },
  }))
  const call = makeCall(tokens(), server.origin)
  await expect(call(createUser, { body: {} })).rejects.toMatchObject({
    ...error,
    retryAfter: 6,
  })
})
