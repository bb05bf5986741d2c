import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../../../sandbox/src/testing.ts'
import { openWhatsappHouse, openWhatsappStage, type WhatsappHouse } from '../../../test/whatsapp.ts'
import { conformance } from '../conformance.ts'

let sandbox: Sandbox
let house: WhatsappHouse

beforeAll(async () => {
  sandbox = await startSandbox({ whatsapp: true, fork: true })
  house = await openWhatsappHouse(sandbox)
})

afterAll(async () => {
  await house.close()
  await sandbox.stop()
})

conformance(() => openWhatsappStage(house))

test('nothing was asked that the stand-in does not answer', async () => {
  expect((await sandbox.whatsapp.world()).violations).toEqual([])
})
