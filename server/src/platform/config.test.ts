import { expect, test } from 'vitest'
import { type ConfigError, loadConfig, type SandboxDoors } from './config.ts'

const doors: SandboxDoors = {
  http: 'http://127.0.0.1:4000',
  botApiRoot: 'http://127.0.0.1:4000/bot-api',
  botToken: '1:SANDBOX',
  botUsername: 'carillon_bot',
  smtp: 'smtp://127.0.0.1:2525',
}
const load = (env: Record<string, string>) => loadConfig(env, async () => doors)
const problems = (env: Record<string, string>) =>
  load(env).then(
    () => [],
    (error: ConfigError) => error.problems,
  )

test('nothing set is a server for this machine, with every role', async () => {
  const config = await load({})
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    local: true,
    telegram: { botToken: undefined, apiRoot: 'https://api.telegram.org' },
    sandbox: undefined,
  })
  expect([...config.roles]).toEqual(['web', 'live', 'planner', 'carrier', 'jobs'])
})

test('a sandbox stands in for every door that is not configured', async () => {
  const config = await load({ SANDBOX_URL: doors.http })
  expect(config.telegram).toEqual({ botToken: '1:SANDBOX', apiRoot: doors.botApiRoot })
  expect(config.mail.smtpUrl).toBe(doors.smtp)
  expect(config.sandbox).toEqual({ url: doors.http, doors: ['telegram', 'mail'] })
})

test('a real bot token and no other change leads to the real Bot API', async () => {
  const config = await load({ SANDBOX_URL: doors.http, TELEGRAM_BOT_TOKEN: '123:real' })
  expect(config.telegram).toEqual({ botToken: '123:real', apiRoot: 'https://api.telegram.org' })
  expect(config.sandbox?.doors).toEqual(['mail'])
})

test('a public server never opens the sandbox, and says all it lacks at once', async () => {
  const found = await problems({
    PUBLIC_URL: 'https://carillon.example.org',
    SANDBOX: 'on',
    SANDBOX_URL: doors.http,
  })
  expect(found.map((line) => line.split(' ')[0])).toEqual([
    'SANDBOX=on',
    'SMTP_URL',
    'SECRETS_KEYS',
  ])
  const config = await load({
    PUBLIC_URL: 'https://carillon.example.org/',
    SANDBOX_URL: doors.http,
    SMTP_URL: 'smtps://mail.example.org',
    SECRETS_KEYS: 'k1:x',
  })
  expect(config).toMatchObject({
    sandbox: undefined,
    local: false,
    publicUrl: 'https://carillon.example.org',
    auth: { emailVerification: true },
  })
})

test('listening on all addresses counts as public', async () => {
  expect(await problems({ HOST: '0.0.0.0' })).toHaveLength(2)
})

test.each([
  ['PORT', 'eighty', /^PORT/],
  ['ROLES', 'web,cook', /ROLES: knows web, .* not cook/],
  ['SMTP_URL', 'mail.example.org', /SMTP_URL: must begin with smtp/],
  ['TELEGRAM_BOT_TOKEN', 'hello', /TELEGRAM_BOT_TOKEN: must be a bot token/],
  ['AUTH_ISSUER', 'firebase', /FIREBASE_PROJECT_ID is missing/],
  ['STORAGE', 's3', /S3_BUCKET is missing/],
])('%s=%s is told with its name', async (name, value, words) => {
  expect((await problems({ [name]: value })).join('\n')).toMatch(words)
})

test('an empty variable counts as not set', async () => {
  expect((await load({ PORT: '', TELEGRAM_BOT_TOKEN: '' })).port).toBe(3000)
})

test('a problem never repeats the value: it may be a secret', async () => {
  expect((await problems({ TELEGRAM_BOT_TOKEN: 'my secret' })).join()).not.toContain('my secret')
})

test('an operator changes a limit by its setting; what is no number is named', async () => {
  expect((await load({})).limits.activeSeries).toBe(100)
  expect((await load({ LIMIT_ACTIVE_SERIES: '7' })).limits).toMatchObject({
    activeSeries: 7,
    messages: 5_000,
  })
  expect(await problems({ LIMIT_ACTIVE_SERIES: 'many', LIMIT_MESSAGES: '0' })).toEqual([
    'LIMIT_ACTIVE_SERIES: must be a whole number from 1 to 999999999 (active automated messages).',
    'LIMIT_MESSAGES: must be a whole number from 1 to 999999999 (messages, drafts and sent ones included).',
  ])
})
