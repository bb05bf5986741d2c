import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../sandbox/src/testing.ts'
import { smallDisk } from './disk.ts'

const DISK_MB = 2

test('a full disk ends no sandbox: it takes messages, and writes them down once there is room', async ({
  skip,
}) => {
  const disk = await smallDisk(DISK_MB)
  if (!disk) return skip('A disk to fill can only be mounted by root.')
  try {
    const dataDir = join(disk.path, 'data')
    await mkdir(dataDir)
    const first = await startSandbox({ dataDir, fork: true, limits: 'off' })
    const { id } = await first.addGroup({ title: 'Choir' })
    await first.addBot({ chatId: id })
    await post(first, id, 'Before')
    await disk.fill()
    // More than what is left of the file's last page.
    for (let n = 1; n <= 3; n++) await post(first, id, `${n}`.repeat(3_000))
    await disk.free()
    await post(first, id, 'After')
    process.kill(first.pid, 'SIGKILL')
    await first.stop()

    const second = await startSandbox({ dataDir })
    const texts = (await second.ledger()).map(({ text }) => text?.slice(0, 6))
    await second.stop()
    expect(texts).toEqual(['Before', '111111', '222222', '333333', 'After'])
  } finally {
    await disk.remove()
  }
})

async function post({ botApiRoot, botToken }: Sandbox, chat_id: number, text: string) {
  const answer = await fetch(`${botApiRoot}/bot${botToken}/sendMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ chat_id, text }),
  })
  expect(await answer.json()).toMatchObject({ ok: true })
}
