import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startSandbox, type Sandbox } from '../../../../sandbox/src/testing.ts'
import { openWhatsapp, pairWith, type WhatsappSetup } from '../../../test/whatsapp.ts'
import { after, hours } from '../../platform/clock.ts'
import type { PairingSession, PairingStep } from '../port/pairing.ts'

let sandbox: Sandbox
let setup: WhatsappSetup

beforeAll(async () => {
  sandbox = await startSandbox({ whatsapp: true, fork: true })
  setup = await openWhatsapp(sandbox)
}, 60_000)

afterAll(async () => {
  await setup.close()
  await sandbox.stop()
})

/** Long enough for a slow machine. */
const PATIENT = { timeout: 20_000 }

const devicesOf = async (owner: string) =>
  (await sandbox.whatsapp.world()).people.find(({ lid }) => lid === owner)?.devices

/** Resolves once somebody's phone has linked a device. */
const linked = (owner: string) =>
  vi.waitUntil(async () => (await devicesOf(owner))?.length === 1, PATIENT)

const sessions = async () =>
  Number(
    (
      await setup.db
        .selectFrom('whatsappSessions')
        .select((on) => on.fn.countAll().as('n'))
        .execute()
    )[0]!.n,
  )

async function paired(pn: string) {
  const { lid } = await sandbox.whatsapp.addPerson({ pn, name: 'Ida' })
  const follow = async (step: PairingStep) => {
    if (step.kind === 'scan') await sandbox.whatsapp.scan(lid, step.text)
  }
  return { lid, ...(await pairWith(setup.channel, follow)) }
}

test('a pairing that is not wanted after all is undone on the phone and here', async () => {
  const { lid, credentials } = await paired('15550007001')
  expect(await devicesOf(lid)).toHaveLength(1)
  expect(await setup.channel.pairing.steps!.undo!(credentials)).toBe(true)
  await expect.poll(() => devicesOf(lid), PATIENT).toEqual([])
  expect(await sessions()).toBe(0)
}, 60_000)

test('undo answers false when WhatsApp could not be told', async () => {
  const { credentials } = await paired('15550007006')
  await sandbox.whatsapp.faults({ on: 'query', xmlns: 'md', does: 'silence' })
  expect(await setup.channel.pairing.steps!.undo!(credentials)).toBe(false)
  expect(await sessions()).toBe(0)
}, 60_000)

test('a device that is linked while its pairing is canceled is reported, so that it can be removed', async () => {
  const { lid } = await sandbox.whatsapp.addPerson({ pn: '15550007002', name: 'Bob' })
  const canceled = Promise.withResolvers<void>()
  let found = ''
  const session: PairingSession = setup.channel.pairing.steps!.begin('qr', {
    step(step) {
      if (step.kind !== 'scan') return
      sandbox.whatsapp
        .scan(lid, step.text)
        // Once the device is on the phone, the server has told us.
        .then(() => linked(lid))
        .then(() => session.close())
        .then(canceled.resolve, canceled.reject)
    },
    paired: ({ credentials }) => void (found = credentials),
    failed: (reason) => canceled.reject(new Error(reason)),
  })
  await canceled.promise
  expect(await setup.channel.pairing.steps!.undo!(found)).toBe(true)
  await expect.poll(() => devicesOf(lid), PATIENT).toEqual([])
  expect(await sessions()).toBe(0)
}, 60_000)

test('a device that is linked while its pairing is canceled, and cannot be stored, is reported as left on the phone', async () => {
  const { lid } = await sandbox.whatsapp.addPerson({ pn: '15550007005', name: 'Eve' })
  const failed = Promise.withResolvers<unknown[]>()
  const session: PairingSession = setup.channel.pairing.steps!.begin('qr', {
    step(step) {
      if (step.kind !== 'scan') return
      setup.db.schema
        .alterTable('whatsapp_sessions')
        .renameTo('away')
        .execute()
        .then(() => sandbox.whatsapp.scan(lid, step.text))
        .then(() => linked(lid))
        .then(() => session.close())
        .catch(failed.reject)
    },
    paired: () => failed.reject(new Error('It was kept.')),
    failed: (...told) => failed.resolve(told),
  })
  expect(await failed.promise).toEqual([expect.any(String), { left: true }])
  await setup.db.schema.alterTable('away').renameTo('whatsapp_sessions').execute()
}, 60_000)

test('keys of a process that was killed before it wrote the account down are deleted after an hour', async () => {
  const lost = await paired('15550007003')
  const kept = await paired('15550007004')
  const reading = { db: setup.db }
  const sweep = (before: Date) => setup.channel.sweep!(reading, [kept.credentials], before)
  await sweep(after(new Date(), -hours(1)))
  expect(await sessions()).toBe(2)
  await sweep(after(new Date(), hours(1)))
  expect(await sessions()).toBe(1)
  expect(await setup.channel.pairing.steps!.undo!(lost.credentials)).toBe(false)
  expect(await setup.channel.pairing.steps!.undo!(kept.credentials)).toBe(true)
}, 60_000)
