import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createLog, type Log } from './log.ts'

/** What the log prints, as text and as the objects of its lines. */
function printed(write: (log: Log) => void) {
  let text = ''
  write(createLog('trace', { write: (line) => void (text += line) }))
  return {
    text,
    lines: text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as object),
  }
}

const SECRET = 'hunter2-hunter2'
const BOT_TOKEN = '123456789:AAF0abcdefghijklmnopqrstuvwxyz-_012'
const JWT = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'

test.for([
  'token',
  'botToken',
  'refresh_token',
  'password',
  'newPassword',
  'passwordHash',
  'cookie',
  'set-cookie',
  'authorization',
  'Authorization',
  'proxy-authorization',
  'credentials',
  'code',
  'otp',
  'clientSecret',
  'secret',
  'qr',
  'body',
  'idempotencyKey',
  'idempotency-key',
])('a field named %s is not printed, however deep and whatever it holds', (name) => {
  const { text } = printed((log) => {
    log.info({ [name]: SECRET }, 'top')
    log.info({ a: { b: [{ c: { d: { [name]: { inner: [SECRET] } } } }] } }, 'deep')
    log.child({ [name]: SECRET }).info('of a child')
    log.child({ request: { [name]: SECRET } }).info('deeper, of a child')
  })
  expect(text).not.toContain(SECRET)
  expect(text.match(/"…"/g)).toHaveLength(4)
})

test.for<[text: string, masked: string]>([
  ['fetch http://api/bot123:ABC/sendMessage failed', 'fetch http://api/bot…/sendMessage failed'],
  [`https://x/file/bot${BOT_TOKEN}/a.jpg`, 'https://x/file/bot…/a.jpg'],
  ['GET /bot123%3AABC/getMe', 'GET /bot…/getMe'],
  [`The token ${BOT_TOKEN} is revoked`, 'The token … is revoked'],
  [`jwt ${JWT} expired`, 'jwt … expired'],
  ['Authorization: Bearer abc.def-123', 'Authorization: Bearer …'],
  ['Basic dXNlcjpwYXNz', 'Basic …'],
  ['postgres://carillon:pa55@db:5432/x is down', 'postgres://carillon:…@db:5432/x is down'],
  ['smtp://:pa55@mail', 'smtp://:…@mail'],
  ['GET /callback?state=1&code=abc123&x=2', 'GET /callback?state=1&code=…&x=2'],
  ['https://t.me/a_bot?startgroup=aB3_x', 'https://t.me/a_bot?startgroup=…'],
  ['/media/1?access_token=abc#top', '/media/1?access_token=…#top'],
])('%j is printed as %j, in a message, a field and an error', ([text, masked]) => {
  const { lines } = printed((log) => {
    log.warn(text)
    log.warn({ reason: text, list: [text] }, 'said %s', text)
    log.error(new Error(text))
    log.error({ err: Object.assign(new Error('outer'), { cause: new Error(text) }) })
  })
  expect(lines[0]).toMatchObject({ msg: masked })
  expect(lines[1]).toMatchObject({ reason: masked, list: [masked], msg: `said ${masked}` })
  expect(lines[2]).toMatchObject({ msg: masked, err: { message: masked } })
  expect(lines[3]).toMatchObject({ err: { message: expect.stringContaining(masked) } })
})

test('of an error that carries a request only its words are printed', () => {
  const request = { method: 'POST', data: SECRET, raw: `password=${SECRET}` }
  const error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', request, errno: -111 })
  const { text, lines } = printed((log) => log.error({ err: error, part: 'mail' }, 'No mail.'))
  expect(text).not.toContain(SECRET)
  expect(lines[0]).toMatchObject({
    part: 'mail',
    err: { type: 'Error', message: 'refused', errorCode: 'ECONNREFUSED' },
  })
})

test('what is no secret is printed as it is', () => {
  const fields = {
    account: '01890a5d-ac96-774b-bcce-b302099a8057',
    at: '2026-06-01T08:00:00.000Z',
    url: 'http://127.0.0.1:3000/dashboard?tab=sent',
    path: '/api/messages/01890a5d',
    reason: 'connect ECONNREFUSED 10.0.0.1:5432',
    user: null,
    count: 3,
    list: [1, 'two', null],
  }
  const { lines } = printed((log) => log.info(fields, 'Mail to ada@example.org: done at 09:00.'))
  expect(lines[0]).toMatchObject({ ...fields, msg: 'Mail to ada@example.org: done at 09:00.' })
})

test('what cannot be printed does not end the program', () => {
  const ring: Record<string, unknown> = { big: 1n, gone: undefined, act: () => {} }
  ring['self'] = ring
  const { lines } = printed((log) => log.info({ ring, bytes: Buffer.from('x') }, 'odd'))
  expect(lines[0]).toMatchObject({ msg: 'odd', bytes: '…' })
})

/** Says a hundred things, one after the other, and then elsewhere that it lives. */
const TALKER = `
  const { createLog } = await import(process.argv[1])
  const log = createLog('info')
  for (let n = 0; n < 100; n++) {
    log.info({ n }, 'a line')
    await new Promise(setImmediate)
  }
  process.stderr.write('alive')`

/** What the talker answers when its log goes to that file, or to nobody. */
async function talkTo(path?: string) {
  const file = path ? await open(path, 'w') : undefined
  const talker = spawn(
    process.execPath,
    ['--input-type=module', '-e', TALKER, import.meta.resolve('./log.ts')],
    { stdio: ['ignore', file?.fd ?? 'pipe', 'pipe'] },
  )
  onTestFinished(() => void talker.kill('SIGKILL'))
  talker.stdout?.destroy()
  const [said, [code]] = await Promise.all([text(talker.stderr!), once(talker, 'exit')])
  await file?.close()
  return { said, code }
}

test('a log that nobody reads any more stops nothing', async () => {
  expect(await talkTo()).toEqual({ said: 'alive', code: 0 })
})

// Only Linux has a file that is a full disk.
test.skipIf(process.platform !== 'linux')('a log on a full disk stops nothing', async () => {
  expect(await talkTo('/dev/full')).toEqual({ said: 'alive', code: 0 })
})
