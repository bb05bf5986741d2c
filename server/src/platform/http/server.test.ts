import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { createLog } from '../log.ts'
import { heldClock } from '../../../test/held-clock.ts'
import { TEST_SECRETS_KEYS } from '../../../test/test-app.ts'
import { onOneConnection, wireGet } from '../../../test/wire.ts'
import { protect } from './security.ts'
import { createHttp } from './server.ts'

/** A protected app with one call that takes a body, and one that fails as told. */
async function open(env: Record<string, string> = {}, fail: () => never = unforeseen) {
  const config = await loadConfig(
    { SMTP_URL: 'smtp://127.0.0.1', SECRETS_KEYS: TEST_SECRETS_KEYS, ...env },
    noSandbox,
  )
  const printed: string[] = []
  const clock = heldClock('2026-06-01T08:00:00.000Z')
  const log = createLog('trace', { write: (line) => void printed.push(line) })
  const http = createHttp(config, log, clock)
  await protect(http, config)
  http.post('/api/echo', ({ body }) => ({ data: body }))
  http.get('/api/fail', fail)
  return { http, printed, clock }
}

function unforeseen(): never {
  throw new Error('relation "bells" does not exist')
}

async function noSandbox(): Promise<never> {
  throw new Error('There is no sandbox here.')
}

/** The content security policy as a map. */
function policyOf(header: unknown): Record<string, string[]> {
  const directives = String(header)
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
  return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]))
}

test('233 every answer, also an error, says what a browser may do with it', async () => {
  const { http } = await open()
  const answers = [
    await http.inject({ method: 'POST', url: '/api/echo', payload: {} }),
    await http.inject('/api/fail'),
    await http.inject('/nowhere'),
  ]
  for (const { headers } of answers) {
    const policy = policyOf(headers['content-security-policy'])
    expect(policy).toMatchObject({
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'self'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  }
})

test('233 only a server on https asks browsers to stay there', async () => {
  const { http } = await open()
  const plain = await http.inject('/api/fail')
  expect(plain.headers).not.toHaveProperty('strict-transport-security')
  expect(policyOf(plain.headers['content-security-policy'])).not.toHaveProperty(
    'upgrade-insecure-requests',
  )

  const secure = await (
    await open({ PUBLIC_URL: 'https://carillon.example.org' })
  ).http.inject('/api/fail')
  expect(secure.headers['strict-transport-security']).toMatch(/max-age=\d{7,}/)
  expect(policyOf(secure.headers['content-security-policy'])).toHaveProperty(
    'upgrade-insecure-requests',
  )
})

test('179 a body that is too large, no JSON or of another kind is refused in words', async () => {
  const { http } = await open()
  const send = async (payload: string, type = 'application/json') => {
    const answer = await http.inject({
      method: 'POST',
      url: '/api/echo',
      payload,
      headers: { 'content-type': type },
    })
    return { status: answer.statusCode, ...answer.json<object>() }
  }
  const text = (bytes: number) => JSON.stringify(randomBytes(bytes / 2).toString('hex'))
  expect(await send(text(999_990))).toMatchObject({ status: 200 })
  expect(await send(text(1_000_000))).toEqual({
    status: 413,
    error: { code: 'too_large', message: 'This is larger than the server accepts.' },
  })
  expect(await send('{"name":')).toEqual({
    status: 400,
    error: { code: 'invalid', message: 'The body is not valid JSON.' },
  })
  expect(await send('name=Ada', 'application/x-www-form-urlencoded')).toEqual({
    status: 415,
    error: { code: 'unsupported', message: 'Send the body as JSON.' },
  })
})

test('what nobody foresaw is logged with its path and told without its cause', async () => {
  const { http, printed } = await open()
  const answer = await http.inject('/api/fail?q=what+somebody+typed')
  expect([answer.statusCode, answer.json()]).toEqual([
    500,
    {
      error: {
        code: 'internal',
        message: 'Something went wrong on our side. Nothing was changed.',
      },
    },
  ])
  const told = printed.map((line) => JSON.parse(line) as object)
  expect(told).toContainEqual(
    expect.objectContaining({
      method: 'GET',
      path: '/api/fail',
      reason: 'relation "bells" does not exist',
    }),
  )
  expect(printed.join()).not.toContain('typed')
})

test('an error of ours is told as it stands, with what it carries and when to come back', async () => {
  const { http, printed } = await open({}, () => {
    throw new AppError('limit_reached', 'That is all.', { resource: 'Bells', retryAfter: 1.2 })
  })
  const answer = await http.inject('/api/fail')
  expect([answer.statusCode, answer.json()]).toEqual([
    409,
    { error: { code: 'limit_reached', message: 'That is all.', resource: 'Bells' } },
  ])
  expect(answer.headers['retry-after']).toBe('2')
  expect(printed).toEqual([])
})

test('failures that come often are logged so often a minute, briefly, and the rest are counted', async () => {
  const { http, printed, clock } = await open({ LIMIT_LOGGED_FAILURES_PER_MINUTE: '2' }, () => {
    throw new Error('x'.repeat(100_000))
  })
  for (let n = 0; n < 5; n++) await http.inject(`/api/fail?${'y'.repeat(5_000)}`)
  expect(printed).toHaveLength(2)
  expect(printed.join().length).toBeLessThan(12_000)

  clock.advance(60_000)
  await http.inject('/api/fail')
  expect(JSON.parse(printed[2]!)).toMatchObject({ path: '/api/fail', leftOut: 3 })
})

test.for(['unavailable', 'rate_limited'] as const)(
  'who is told to come back later (%s) is told when',
  async (code) => {
    const { http } = await open({}, () => {
      throw new AppError(code, 'Not now.')
    })
    expect((await http.inject('/api/fail')).headers['retry-after']).toBe('5')
  },
)

test('a database that is too slow or hangs is told in words, with when to come back', async () => {
  const slow = Object.assign(new Error('canceling statement due to statement timeout'), {
    code: '57014',
  })
  for (const [failure, words] of [
    [slow, 'This took the database too long and was given up.'],
    [new Error('Query read timeout'), 'The database does not answer.'],
  ] as const) {
    const { http, printed } = await open({}, () => {
      throw failure
    })
    const answer = await http.inject('/api/fail')
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json().error.message).toContain(words)
    expect(printed).toEqual([])
  }
})

test('who is calling is what the connection says, unless a proxy is trusted', async () => {
  const seen = async (env: Record<string, string>, forwarded = '203.0.113.9') => {
    const { http } = await open(env)
    http.get('/api/who', ({ ip }) => ({ data: ip }))
    const headers = { 'x-forwarded-for': forwarded }
    const answer = await http.inject({ url: '/api/who', remoteAddress: '192.0.2.1', headers })
    return answer.json<{ data: string }>().data
  }
  const spoofed = '198.51.100.7, 203.0.113.9'
  expect(await seen({})).toBe('192.0.2.1')
  expect(await seen({}, spoofed)).toBe('192.0.2.1')
  for (const none of ['false', '0']) expect(await seen({ TRUST_PROXY: none })).toBe('192.0.2.1')
  // A proxy adds the address it sees at the end; what stands before may be made up.
  expect(await seen({ TRUST_PROXY: '1' })).toBe('203.0.113.9')
  expect(await seen({ TRUST_PROXY: '1' }, spoofed)).toBe('203.0.113.9')
  expect(await seen({ TRUST_PROXY: '2' }, spoofed)).toBe('198.51.100.7')
  expect(await seen({ TRUST_PROXY: '192.0.2.0/24' }, spoofed)).toBe('203.0.113.9')
  expect(await seen({ TRUST_PROXY: '192.0.2.1, 203.0.113.9' }, spoofed)).toBe('198.51.100.7')
  expect(await seen({ TRUST_PROXY: '198.51.100.0/24' }, spoofed)).toBe('192.0.2.1')
  expect(await seen({ TRUST_PROXY: 'loopback' })).toBe('192.0.2.1')
})

test('closing does not wait for a connection that a browser opened in advance', async () => {
  const { http } = await open()
  const url = await http.listen({ port: 0, host: '127.0.0.1' })
  const silent = connect(Number(new URL(url).port), '127.0.0.1')
  await Promise.all([once(http.server, 'connection'), once(silent, 'connect')])
  expect((await fetch(`${url}/nowhere`)).status).toBe(404)

  const gone = once(silent, 'close')
  await http.close()
  await gone
})

test('a network that holds too many connections gets no more until it closes one', async () => {
  const { http } = await open({ LIMIT_CONNECTIONS_PER_NETWORK: '2' })
  const url = await http.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => http.close())
  const port = Number(new URL(url).port)
  const opened = async () => {
    const socket = connect(port, '127.0.0.1')
    const [taken] = (await once(http.server, 'connection')) as [Socket]
    return { socket, taken }
  }
  const [first] = [await opened(), await opened()]
  const refused = connect(port, '127.0.0.1')
  await once(refused.resume(), 'close')

  first.socket.destroy()
  await once(first.taken, 'close')
  expect(await onOneConnection(port, [wireGet('/nowhere')])).toEqual(['404'])
})

test('a client that does not read its answer is let go after two minutes', async () => {
  const { http } = await open()
  expect(http.server.timeout).toBe(120_000)
  // Nobody waits so long here.
  http.server.setTimeout(200)
  http.get('/api/endless', (_request, reply) => reply.send(Readable.from(endless())))
  const url = await http.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => http.close())
  const client = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void client.destroy())
  client.on('error', () => {})
  const [taken] = (await once(http.server, 'connection')) as [Socket]
  client.pause().write(wireGet('/api/endless'))
  await once(taken, 'close')
})

function* endless() {
  for (;;) yield 'x'.repeat(100_000)
}
