import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startSandbox, type Sandbox } from '../testing.ts'

/** A sandbox for the tests of a file; before each it is empty but for one group with the bot in it. */
export function openChoir() {
  let sandbox: Sandbox
  let chatId: number
  beforeAll(async () => {
    sandbox = await startSandbox({ limits: 'off' })
  })
  beforeEach(async () => {
    await sandbox.reset()
    chatId = (await sandbox.addGroup({ title: 'Choir' })).id
    await sandbox.addBot({ chatId })
  })
  afterAll(() => sandbox.stop())
  return () => ({ sandbox, chatId })
}
