import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { createHttp } from './server.ts'
import { onOneConnection, wireGet } from '../../../test/wire.ts'
import { serveWeb } from './web.ts'

const INDEX = '<!doctype html><title>Bells</title>'
const SCRIPT = 'console.log("bells")'
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

let dist: string

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-dist-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // Where the checkout lies must not decide what is kept for a year.
  dist = join(folder, 'assets/dist')
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(dist, '../secret.txt'), 'not for the web')
})

/** The files that a build leaves. */
function build() {
  writeFileSync(join(dist, 'index.html'), INDEX)
  writeFileSync(join(dist, 'index.html.br'), brotliCompressSync(INDEX))
  writeFileSync(join(dist, 'theme.js'), SCRIPT)
  writeFileSync(join(dist, 'assets/main-4f2a.js'), SCRIPT)
  writeFileSync(join(dist, 'assets/main-4f2a.js.br'), brotliCompressSync(SCRIPT))
}

async function open(log = createLog('fatal')): Promise<FastifyInstance> {
  const config = await loadConfig({}, async () => Promise.reject(new Error('no sandbox')))
  const http = createHttp(config, log)
  http.get('/api/here', () => ({ data: 'here' }))
  await serveWeb(http, dist)
  return http
}

const missing = { error: { code: 'not_found', message: 'There is nothing at this address.' } }

test('hashed assets are kept for a year, everything else is asked for anew', async () => {
  build()
  const http = await open()
  const kept = await http.inject('/assets/main-4f2a.js')
  expect([kept.statusCode, kept.body]).toEqual([200, SCRIPT])
  expect(kept.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  for (const url of ['/', '/index.html', '/theme.js']) {
    const asked = await http.inject(url)
    expect([url, asked.statusCode, asked.headers['cache-control']]).toEqual([url, 200, 'no-cache'])
  }
})

test('who has the file already is told so', async () => {
  build()
  const http = await open()
  const { headers } = await http.inject('/theme.js')
  const again = await http.inject({
    url: '/theme.js',
    headers: { 'if-none-match': String(headers.etag) },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.for(['/', '/dashboard/messages/scheduled', '/dashboard/cycles/0190?tab=a', '/a.b'])(
  '%s is a page of the web app',
  async (url) => {
    build()
    const http = await open()
    for (const method of ['GET', 'HEAD'] as const) {
      const page = await http.inject({ method, url, headers: HTML })
      expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(page.headers['content-type']).toMatch(/^text\/html; charset=utf-8$/i)
      expect(page.body).toBe(method === 'GET' ? INDEX : '')
    }
  },
)

test('a printed page is served as it was printed, and the shell stands for all others', async () => {
  build()
  writeFileSync(join(dist, 'app.html'), 'the shell')
  writeFileSync(join(dist, 'about.html'), 'about bells')
  writeFileSync(join(dist, 'about.html.br'), brotliCompressSync('about bells'))
  mkdirSync(join(dist, 'dashboard/messages'), { recursive: true })
  writeFileSync(join(dist, 'dashboard/messages/scheduled.html'), 'asks for its scripts')
  const http = await open()
  const seen = async (url: string) => (await http.inject({ url, headers: HTML })).body
  expect(await seen('/')).toBe(INDEX)
  expect(await seen('/dashboard/messages/scheduled?view=week')).toBe('asks for its scripts')
  expect(await seen('/about')).toBe('about bells')
  expect(await seen('/about?from=mail')).toBe('about bells')
  for (const url of [
    '/dashboard',
    '/dashboard/messages',
    '/about/us',
    '/abouts',
    '/nope',
    '/dashboard?/about',
  ]) {
    expect([url, await seen(url)]).toEqual([url, 'the shell'])
  }
  const packed = await http.inject({ url: '/about', headers: { ...HTML, 'accept-encoding': 'br' } })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' })
})

test.for<[method: 'GET' | 'POST', url: string, headers: Record<string, string>]>([
  // An old page asks for a script of an old build: HTML in its place would be a broken page, not a sentence.
  ['GET', '/assets/gone-1a2b.js', HTML],
  ['GET', '/assets/', HTML],
  ['GET', '/api/nowhere', HTML],
  ['GET', '/api', HTML],
  ['GET', '/robots.txt', { accept: 'text/plain' }],
  ['GET', '/dashboard', { accept: 'application/json' }],
  ['POST', '/dashboard', HTML],
  ['GET', '/..%2fsecret.txt', { accept: '*/*' }],
  ['GET', '/%2e%2e/secret.txt', { accept: '*/*' }],
  ['GET', '/assets/..%2f..%2fsecret.txt', HTML],
])('%s %s is no page', async ([method, url, headers]) => {
  build()
  const answer = await (await open()).inject({ method, url, headers })
  expect(answer.body).not.toContain('not for the web')
  expect([answer.statusCode, answer.json()]).toEqual([404, missing])
})

test.for(['/assets/main-4f2a.js', '/', '/dashboard'])(
  '%s goes out compressed to who takes it',
  async (url) => {
    build()
    const http = await open()
    const packed = await http.inject({ url, headers: { ...HTML, 'accept-encoding': 'gzip, br' } })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br' })
    expect(packed.headers.vary).toMatch(/accept-encoding/i)
    expect(packed.headers['content-type']).toMatch(url.endsWith('.js') ? /javascript/ : /html/)
    expect(packed.headers['cache-control']).toMatch(url.endsWith('.js') ? /immutable/ : /no-cache/)
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(
      url.endsWith('.js') ? SCRIPT : INDEX,
    )

    const plain = await http.inject({ url, headers: HTML })
    expect(plain.headers).not.toHaveProperty('content-encoding')
  },
)

test('before the web is built a page says what to do, and the API works', async () => {
  const http = await open()
  const page = await http.inject({ url: '/dashboard', headers: HTML })
  expect([page.statusCode, page.json()]).toEqual([
    503,
    {
      error: {
        code: 'unavailable',
        message: 'The web app has not been built yet: npm start does.',
      },
    },
  ])
  expect((await http.inject('/api/here')).json()).toEqual({ data: 'here' })
  expect((await http.inject('/assets/main-4f2a.js')).statusCode).toBe(404)
})

test.for([
  '//x',
  '/./x',
  '/../x',
  '/x//y',
  '/%2e/',
  '/%5c..%5cx',
  '/%2e%2e/secret.txt',
  '/assets/%00',
  '/assets/%',
  '/%ff',
  '/api/here%00',
  `/${'a'.repeat(5_000)}`,
  `/api/here/${'a'.repeat(5_000)}`,
  'http://[/',
])('an odd address is the fault of nobody here and is not logged: %s', async (path) => {
  build()
  const printed: string[] = []
  const http = await open(createLog('warn', { write: (line) => void printed.push(line) }))
  http.get('/api/here/:id', () => ({ data: 'here' }))
  const url = await http.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => http.close())

  const port = Number(new URL(url).port)
  for (const headers of [[], [`Accept: ${HTML.accept}`]]) {
    const [status] = await onOneConnection(port, [wireGet(path, ...headers)])
    expect(status).toMatch(/^[24]/)
  }
  expect(printed).toEqual([])
})
