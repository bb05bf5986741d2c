import { Api, HttpError } from 'grammy'
import { beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../testing.ts'
import { openChoir } from './choir-fixture.ts'

const choir = openChoir()
let sandbox: Sandbox
let chatId: number
beforeEach(() => ({ sandbox, chatId } = choir()))

const faults = ['bad-gateway', 'restart', 'reset', 'hang', 'truncated', 'wrong-type'] as const

test.each(faults)('%s before acceptance leaves no message, after it one', async (fault) => {
  for (const when of ['before', 'after'] as const) {
    await sandbox.chaos({ method: 'sendMessage', fault, when, next: 1 })
    await expect(send(`${fault} ${when}`)).rejects.toThrow(/sendMessage/)
  }
  await sandbox.noFaults()
  await send('peace')
  const texts = (await sandbox.ledger()).map((entry) => entry.text)
  expect(texts).toEqual([`${fault} after`, 'peace'])
})

test('a client cannot tell a reset before acceptance from one after it', async () => {
  await sandbox.chaos(
    { method: 'sendMessage', fault: 'reset', when: 'before', next: 1 },
    { method: 'sendMessage', fault: 'reset', when: 'after', next: 1 },
  )
  const codes = [await problemOf(send('one')), await problemOf(send('two'))]
  expect(codes).toEqual(['ECONNRESET', 'ECONNRESET'])
  expect(await sandbox.ledger()).toMatchObject([{ text: 'two' }])
})

test('a storm of 429 names the seconds to wait, in body and header', async () => {
  await sandbox.chaos({ fault: 'flood', next: 1, amount: 7 })
  const response = await fetch(`${sandbox.botApiRoot}/bot${sandbox.botToken}/getMe`)
  expect(response.headers.get('retry-after')).toBe('7')
  expect(await response.json()).toEqual({
    ok: false,
    error_code: 429,
    description: 'Too Many Requests: retry after 7',
    parameters: { retry_after: 7 },
  })
})

test('a refusal says what it was told to say', async () => {
  await sandbox.chaos({ fault: 'refuse', next: 1, status: 403, words: 'Forbidden: something new' })
  await expect(send('refused')).rejects.toMatchObject({
    error_code: 403,
    description: 'Forbidden: something new',
  })
  await send('taken')
  expect((await sandbox.ledger()).map((entry) => entry.text)).toEqual(['taken'])
})

test('a rule strikes only what it names', async () => {
  await sandbox.chaos({ method: 'sendmessage', chat: 1, fault: 'reset' })
  await send('elsewhere')
  expect(await sandbox.ledger()).toHaveLength(1)
})

test('the same seed strikes the same calls', async () => {
  const run = async (seed: number) => {
    await sandbox.chaosPlan({ seed, rules: [{ method: 'getMe', fault: 'restart', rate: 0.5 }] })
    const results: boolean[] = []
    for (let i = 0; i < 20; i++) {
      const response = await fetch(`${sandbox.botApiRoot}/bot${sandbox.botToken}/getMe`)
      await response.text()
      results.push(response.ok)
    }
    return results.map(Number).join('')
  }
  const first = await run(7)
  expect(await run(7)).toBe(first)
  expect(await run(8)).not.toBe(first)
  expect(first).toMatch(/0.*1|1.*0/)
})

test('limits refuse with 429 over the wire, and a slow answer is only slow', async () => {
  await sandbox.limits('telegram')
  await sandbox.chaos({ method: 'sendMessage', fault: 'slow', when: 'after', amount: 1, next: 1 })
  const sent = await Promise.allSettled([1, 2, 3, 4].map((n) => send(`message ${n}`)))
  await sandbox.limits('off')
  expect(sent.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { error_code: 429, parameters: { retry_after: 1 } } },
  ])
  expect((await sandbox.judge()).rateViolations).toEqual([])
})

test('with a hold, a message that came early waits instead of being refused', async () => {
  await sandbox.limits({ chatPerSecond: 50, holdMs: 1_000 })
  const sent = await Promise.all([1, 2, 3, 4, 5].map((n) => send(`message ${n}`)))
  await sandbox.limits('off')
  expect(sent).toHaveLength(5)
})

// A hang is given up after a tenth of a second.
const send = (text: string) => {
  const options = { apiRoot: sandbox.botApiRoot, timeoutSeconds: 0.1 }
  return new Api(sandbox.botToken, options).sendMessage(chatId, text)
}

async function problemOf(sending: Promise<unknown>): Promise<unknown> {
  try {
    return await sending
  } catch (error) {
    const cause = error instanceof HttpError ? error.error : error
    return cause instanceof Error && 'code' in cause ? cause.code : cause
  }
}
