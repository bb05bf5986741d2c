import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../../../sandbox/src/testing.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { after, minutes } from '../clock.ts'
import { smtpOptions } from './jobs.ts'
import { sendMail } from './mail.ts'

const CODE = '493817'

const mail = {
  to: 'ada@example.org',
  subject: 'Your code – good for 10 minutes',
  text: `Enter this code:\n\n${CODE}\n`,
  html: `<!doctype html><p>Enter this code: <strong>${CODE}</strong></p>`,
}

/** A test app whose mail goes to a sandbox, which can be stopped and started again at the same address. */
async function start() {
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-mail-'))
  const open = async () => {
    const sandbox = await startSandbox({ dataDir })
    onTestFinished(() => sandbox.stop())
    return sandbox
  }
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const sandbox = await open()
  const app = await openTestApp({
    endpoints: sandbox,
    env: { MAIL_FROM: 'Carillon <bells@example.org>' },
  })
  onTestFinished(() => app.close())
  return { sandbox, app, reopen: open }
}

const send = ({ ctx }: TestApp, given: Parameters<typeof sendMail>[2] = mail) =>
  ctx.transaction((tx) => sendMail(ctx, tx, given))

/** Tries again at once: the engine waits by the clock of the database, which nobody holds. */
async function letRetry({ pool, runJobs }: TestApp) {
  await pool.query(`update pgboss.job set start_after = now() where name = 'mail.send'`)
  await runJobs()
}

/** Every mail job as it lies in the database, whole rows as text. */
async function jobsOf({ pool }: TestApp) {
  const { rows } = await pool.query<{ state: string; row: string }>(
    `select state::text, job::text as row from pgboss.job where name = 'mail.send'`,
  )
  return rows
}

test('a mail arrives as text and as HTML, from whom the settings say', async () => {
  const { sandbox, app } = await start()
  await send(app)
  await app.runJobs()
  expect(await sandbox.waitForMail(mail.to)).toMatchObject({
    from: { name: 'Carillon', address: 'bells@example.org' },
    to: [mail.to],
    subject: mail.subject,
    text: expect.stringContaining(CODE),
    html: expect.stringContaining(`<strong>${CODE}</strong>`),
    // Or the holiday notes of those who are away come back to us.
    headers: expect.objectContaining({ 'auto-submitted': 'auto-generated' }),
  })
  expect(await sandbox.mails()).toHaveLength(1)
})

test('a mail exists if, and only if, its transaction commits', async () => {
  const { sandbox, app } = await start()
  const { ctx } = app
  const changedMind = ctx.transaction(async (tx) => {
    await sendMail(ctx, tx, mail)
    throw new Error('changed my mind')
  })
  await expect(changedMind).rejects.toThrow('changed my mind')
  await app.runJobs()
  expect(await sandbox.mails()).toEqual([])
})

test('a code that has run out meanwhile is not sent any more', async () => {
  const { sandbox, app } = await start()
  const goodUntil = after(app.clock.now(), minutes(10))
  await send(app, { ...mail, goodUntil })
  await send(app, { ...mail, to: 'bea@example.org' })
  app.clock.moveTo(goodUntil)
  await app.runJobs()
  expect((await sandbox.mails()).map(({ to }) => to)).toEqual([['bea@example.org']])
  expect((await jobsOf(app)).map(({ state }) => state)).toEqual(['completed', 'completed'])
})

test('one that is good for a moment longer is sent', async () => {
  const { sandbox, app } = await start()
  await send(app, { ...mail, goodUntil: after(app.clock.now(), minutes(10)) })
  app.clock.advance(minutes(10) - 1)
  await app.runJobs()
  expect(await sandbox.mails()).toHaveLength(1)
})

test('while the mail server is down the job waits for another try, and then the mail arrives once', async () => {
  const { sandbox, app, reopen } = await start()
  await sandbox.stop()
  await send(app)
  await app.runJobs()
  expect(await jobsOf(app)).toMatchObject([{ state: 'retry' }])

  const again = await reopen()
  await letRetry(app)
  await app.runJobs()
  await letRetry(app)
  expect(await again.mails(mail.to)).toHaveLength(1)
  expect(await jobsOf(app)).toMatchObject([{ state: 'completed' }])
})

test('what a mail says lies sealed in the database: waiting, after a failure, and once it is sent', async () => {
  const { sandbox, app, reopen } = await start()
  const rows: { state: string; row: string }[] = []
  const look = async () => rows.push(...(await jobsOf(app)))

  await sandbox.stop()
  await send(app)
  await look()
  await app.runJobs()
  await look()
  await reopen()
  await letRetry(app)
  await look()
  expect(rows.map(({ state }) => state)).toEqual(['created', 'retry', 'completed'])
  const text = rows.map(({ row }) => row).join('\n')
  expect(text).toContain('sealed')
  for (const secret of [CODE, mail.to, mail.subject, 'Enter this code']) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(Buffer.from(secret).toString('base64').slice(0, -4))
  }
})

test('without a mail server the job says which setting is missing', async () => {
  const app = await openTestApp()
  onTestFinished(() => app.close())
  await send(app)
  await app.runJobs()
  expect(app.printed()).toContain('No mail server is set: SMTP_URL is empty.')
})

test.for<[url: string, expected: object]>([
  [
    'smtp://mail.example.org',
    { host: 'mail.example.org', port: 587, secure: false, requireTLS: true },
  ],
  ['smtps://mail.example.org', { port: 465, secure: true, requireTLS: true }],
  ['smtp://a%40b:p%2Fw@mail.example.org:25', { port: 25, auth: { user: 'a@b', pass: 'p/w' } }],
  ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, ignoreTLS: true }],
  ['smtp://[::1]:2525', { host: '::1', ignoreTLS: true }],
  ['smtp://127.0.0.1.example.org', { requireTLS: true }],
])('%s: in the clear only on this machine', ([url, expected]) => {
  const options = smtpOptions(url)
  expect(options).toMatchObject(expected)
  expect('requireTLS' in options).not.toBe('ignoreTLS' in options)
})
