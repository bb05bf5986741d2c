import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { codeFor, openBrowser, openWeb } from './browser.ts'
import { openTestApp } from './test-app.ts'

const PASSWORD = 'correct horse battery'
const BOT_TOKEN = '987654321:AAH0abcdefghijklmnopqrstuvwxyz-_012'
const CALL_KEY = 'a-key-nobody-should-read'

/** A test app that prints everything, at a Telegram that does not answer and a mail server that is down. */
async function openTalkativeApp() {
  const app = await openTestApp({
    env: {
      // Port 9 is "discard": nobody listens there.
      TELEGRAM_API_ROOT: 'http://127.0.0.1:9',
      SMTP_URL: 'smtp://ada:pa55word@127.0.0.1:9',
      AUTH_EMAIL_VERIFICATION: 'off',
    },
  })
  onTestFinished(() => app.close())
  return { app, printed: app.printed }
}

test('what people enter, and what lets them in, is in no line of the log', async () => {
  const { app, printed } = await openTalkativeApp()
  const browser = openBrowser(app, await openWeb(app))
  const email = 'ada@example.org'
  await browser.post('/api/auth/sign-up/email', { email, password: PASSWORD, name: 'Ada' })
  await browser.post('/api/auth/sign-in/email', { email, password: `not ${PASSWORD}` })
  await browser.post('/api/auth/email-otp/request-password-reset', { email })
  const code = await codeFor(app, email)
  const cookies = [...browser.cookies.values()]
  const token = await browser.token()

  const connect = { channel: 'telegram-bot', token: BOT_TOKEN }
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': CALL_KEY }
  const refused = await browser.post('/api/connections', connect, headers)
  expect(refused.status).toBeGreaterThanOrEqual(400)
  await app.runJobs()
  // Whatever comes next fails in a way that nobody foresaw.
  await sql`alter table connections rename to gone`.execute(app.ctx.db)
  await sql`alter table idempotency_keys rename to also_gone`.execute(app.ctx.db)
  expect((await browser.post('/api/connections', connect, headers)).status).toBe(500)

  expect(printed()).toContain('A call failed.')
  expect(printed()).toContain('A job failed; it is tried again.')
  const secrets = [PASSWORD, BOT_TOKEN, 'AAH0abc', CALL_KEY, 'pa55word', token, code, ...cookies]
  expect(cookies).not.toEqual([])
  for (const secret of secrets) expect(printed()).not.toContain(secret)
})
