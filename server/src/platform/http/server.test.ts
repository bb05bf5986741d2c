import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { createLog } from '../log.ts'
import { TEST_SECRETS_KEYS } from '../../../test/house.ts'
import { protect } from './security.ts'
import { createHttp } from './server.ts'

/** A protected app with one call that takes a body, and one that fails as told. */
async function open(env: Record<string, string> = {}, fail: () => never = unforeseen) {
  const config = await loadConfig(
    { SMTP_URL: 'smtp://127.0.0.1', SECRETS_KEYS: TEST_SECRETS_KEYS, ...env },
    noSandbox,
  )
  const printed: string[] = []
  const http = createHttp(config, createLog('trace', { write: (line) => void printed.push(line) }))
  await protect(http, config)
  http.post('/api/echo', ({ body }) => ({ data: body }))
  http.get('/api/fail', fail)
  return { http, printed }
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

test('a flood from one address is slowed down in words, and others are let through', async () => {
  const { http } = await open()
  const call = (remoteAddress: string, url = '/api/fail') => http.inject({ url, remoteAddress })
  for (let n = 0; n < 1_200; n++) await call('192.0.2.1')

  const refused = await call('192.0.2.1')
  expect(refused.statusCode).toBe(429)
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(refused.json()).toEqual({
    error: { code: 'rate_limited', message: `Too many requests. Try again in ${seconds} seconds.` },
  })
  expect((await call('192.0.2.2')).statusCode).toBe(500)
  // A page is many files; they do not count.
  expect((await call('192.0.2.1', '/assets/missing.js')).statusCode).toBe(404)
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
