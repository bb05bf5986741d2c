import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { readEndpoints } from './endpoints.ts'
import { startSandbox, type Sandbox } from './testing.ts'
import { png } from './testing/png.ts'

test('a day later the same chats, history, ledger, updates and mails are there', async () => {
  const dataDir = await folder()
  const first = await startSandbox({ dataDir })
  const { id } = await first.addGroup({ title: 'Choir' })
  await first.addBot({ chatId: id, startPayload: 'abc' })
  await send(first, id, 'Before the restart')
  const photo = await sendPhoto(first, id, new Blob([png(40, 30)]))
  const before = await first.messages(id)
  await first.stop()

  const second = await startSandbox({ dataDir })
  onTestFinished(() => second.stop())
  expect(second.http).toBe(first.http)
  expect(second.smtp).toBe(first.smtp)
  expect(second.botToken).toBe(first.botToken)
  expect(await second.messages(id)).toEqual(before)
  expect(await second.ledger()).toMatchObject([{ seq: 1, text: 'Before the restart' }, { seq: 2 }])
  await send(second, id, 'After it')
  const again = await sendPhoto(second, id, photo.result.photo[0].file_id)
  expect(again.result.photo).toEqual(photo.result.photo)
  expect(await second.ledger()).toMatchObject([
    { seq: 1 },
    { seq: 2, media: [{ uploaded: true }] },
    { seq: 3, text: 'After it' },
    { seq: 4, media: [{ uploaded: false }] },
  ])
  const updates = await ask(second, 'getUpdates', {})
  expect(updates.result).toHaveLength(3)
})

test('killed without warning, it has all that was answered; a torn line is cut off', async () => {
  const dataDir = await folder()
  const first = await startSandbox({ dataDir, fork: true, limits: 'off' })
  const { id } = await first.addGroup({ title: 'Choir' })
  await first.addBot({ chatId: id })
  for (let i = 1; i <= 50; i++) await send(first, id, `Message ${i}`)
  process.kill(first.pid, 'SIGKILL')
  await first.stop()
  await appendFile(join(dataDir, 'sandbox', 'world.jsonl'), '{"type":"messagePos')

  const second = await startSandbox({ dataDir, limits: 'off' })
  expect((await second.ledger()).map((entry) => entry.text)).toEqual(
    Array.from({ length: 50 }, (_, i) => `Message ${i + 1}`),
  )
  await send(second, id, 'Message 51')
  await second.stop()

  const third = await startSandbox({ dataDir })
  onTestFinished(() => third.stop())
  expect(await third.ledger()).toHaveLength(51)
})

test('a second sandbox on the same folder says so and ends well', async () => {
  const dataDir = await folder()
  const first = await startSandbox({ dataDir, fork: true })
  onTestFinished(() => first.stop())
  const { line, code } = await runMain(dataDir)
  expect(line).toBe(`sandbox already running at ${first.http}\n`)
  expect(code).toBe(0)
  expect(readEndpoints(join(dataDir, 'sandbox'))?.pid).toBe(first.pid)
})

test('reset brings the first day back; the operator’s bot keeps its token and its count', async () => {
  const sandbox = await startSandbox()
  onTestFinished(() => sandbox.stop())
  const before = await sandbox.world()
  const { id } = await sandbox.addGroup({ title: 'Choir' })
  await sandbox.addBot({ chatId: id })
  const [lastBefore] = (await ask(sandbox, 'getUpdates', { offset: -1 })).result
  await sandbox.reset()
  const after = await sandbox.world()
  expect(after.chats.map(({ title }) => title)).toEqual(before.chats.map(({ title }) => title))
  expect(after.bots).toEqual(before.bots)
  expect(after.accepted).toBe(0)
  await sandbox.addBot({ chatId: after.chats[0]?.id ?? 0 })
  const [first] = (await ask(sandbox, 'getUpdates', {})).result
  expect(first?.update_id).toBe((lastBefore?.update_id ?? 0) + 1)
})

test('only this machine by its own name is answered, and no page of another site may write', async () => {
  const sandbox = await startSandbox()
  onTestFinished(() => sandbox.stop())
  const status = async (headers: Record<string, string>) => {
    const url = `${sandbox.http}/sandbox/api/reset`
    return (await fetch(url, { method: 'POST', headers })).status
  }
  expect(await status({ origin: 'http://localhost:3000' })).toBe(200)
  expect(await status({ origin: 'https://evil.example' })).toBe(403)
  expect(await status({ origin: 'null' })).toBe(403)
})

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'carillon-sandbox-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

type Answer = { result: { update_id: number }[] }

async function ask(sandbox: Sandbox, method: string, body: object): Promise<Answer> {
  const response = await fetch(`${sandbox.botApiRoot}/bot${sandbox.botToken}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(body),
  })
  return JSON.parse(await response.text())
}

async function sendPhoto(sandbox: Sandbox, chatId: number, photo: Blob | string) {
  const body = new FormData()
  body.append('chat_id', String(chatId))
  body.append('photo', photo)
  const url = `${sandbox.botApiRoot}/bot${sandbox.botToken}/sendPhoto`
  // The connection would be kept, and used again for the second sandbox, which has the same port.
  const response = await fetch(url, { method: 'POST', body, headers: { connection: 'close' } })
  return (await response.json()) as { result: { photo: [{ file_id: string }] } }
}

const send = (sandbox: Sandbox, chat_id: number, text: string) =>
  ask(sandbox, 'sendMessage', { chat_id, text })

async function runMain(dataDir: string): Promise<{ line: string; code: unknown }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let line = ''
  child.stdout.on('data', (chunk: Buffer) => (line += chunk.toString()))
  const [code] = await once(child, 'exit')
  return { line, code }
}
