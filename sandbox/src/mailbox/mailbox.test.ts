import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../testing.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const MAIL = [
  'From: Carillon <carillon@localhost>',
  'To: Ada <Ada@example.com>',
  'Subject: =?utf-8?Q?482913_is_your_c=C3=B6de?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary=part',
  '',
  '--part',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Your code is 482913, not 1234567 or #123456.',
  '--part',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<h1>482913</h1><script>alert(1)</script>',
  '--part--',
]

test('a mail arrives: waited for, listed, shown with its code, its HTML kept harmless', async () => {
  const waiting = sandbox.waitForMail('ada@example.com')
  await deliver(['ada@example.com', 'bert@example.com'], MAIL)
  const mail = await waiting
  expect(mail).toMatchObject({
    from: { name: 'Carillon', address: 'carillon@localhost' },
    to: ['ada@example.com', 'bert@example.com'],
    subject: '482913 is your cöde',
    codes: ['482913'],
  })
  expect(await sandbox.mails('BERT@example.com')).toHaveLength(1)
  expect(await sandbox.mails('nobody@example.com')).toEqual([])

  const list = await page('/sandbox/mailbox')
  expect(list.text).toContain('482913 is your cöde')
  const shown = await page(`/sandbox/mailbox/${mail.id}`)
  expect(shown.text).toContain('data-copy="482913"')
  expect(shown.policy).toContain("script-src 'self'")
  const content = await page(`/sandbox/mailbox/${mail.id}/html`)
  expect(content.text).toContain('<h1>482913</h1>')
  expect(content.policy).toMatch(/^sandbox allow-popups; default-src 'none'/)
})

test('what a mail says is text on our pages', async () => {
  await deliver(['eve@example.com'], ['Subject: <img src=x onerror=alert(1)>', '', 'Hi'])
  const mail = await sandbox.waitForMail('eve@example.com')
  const shown = await page(`/sandbox/mailbox/${mail.id}`)
  expect(shown.text).not.toContain('<img')
})

test('a mail that is too large is refused for good', async () => {
  const large = ['Subject: large', '', ...Array.from({ length: 3_000 }, () => 'x'.repeat(900))]
  await expect(deliver(['ada@example.com'], large)).rejects.toThrow(/^552/)
})

async function page(path: string) {
  const response = await fetch(sandbox.http + path)
  const policy = response.headers.get('content-security-policy')
  return { text: await response.text(), policy }
}

/** One SMTP conversation, spoken by hand. */
async function deliver(to: string[], lines: string[]): Promise<void> {
  const socket = connect(Number(new URL(sandbox.smtp).port), '127.0.0.1')
  const answers = createInterface({ input: socket })[Symbol.asyncIterator]()
  const expectAnswer = async (wanted: RegExp) => {
    for (;;) {
      const { value = '' } = await answers.next()
      // `250-…` goes on, `250 …` ends.
      if (/^\d{3}-/.test(value)) continue
      if (!wanted.test(value)) throw new Error(value)
      return
    }
  }
  const say = async (line: string, wanted: RegExp) => {
    socket.write(`${line}\r\n`)
    await expectAnswer(wanted)
  }
  try {
    await expectAnswer(/^220/)
    await say('EHLO test', /^250/)
    await say('MAIL FROM:<carillon@localhost>', /^250/)
    for (const address of to) await say(`RCPT TO:<${address}>`, /^250/)
    await say('DATA', /^354/)
    await say(`${lines.join('\r\n')}\r\n.`, /^250/)
  } finally {
    socket.end()
    if (!socket.closed) await once(socket, 'close')
  }
}
