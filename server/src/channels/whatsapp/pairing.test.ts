import { expect, onTestFinished, test } from 'vitest'
import { whatsappStories } from '../../../test/whatsapp-stories.ts'
import type { PairingStep, PairingWay } from '../port/pairing.ts'
import type { Channel } from '../port.ts'

const { sandbox, setup } = whatsappStories()

/** A pairing that was begun; each step, and how it ended, is waited for in turn. */
function begun(channel: Channel, way: PairingWay) {
  const steps: PairingStep[] = []
  const paired = Promise.withResolvers<string>()
  const failed = Promise.withResolvers<string>()
  const session = channel.pairing.steps!.begin(way, {
    step: (step) => void steps.push(step),
    paired: ({ identity }) => paired.resolve(identity.identity),
    failed: failed.resolve,
  })
  onTestFinished(() => session.close())
  const next = async <K extends PairingStep['kind']>(kind: K) =>
    (await expect
      .poll(() => steps.find((step) => step.kind === kind), { timeout: 10_000 })
      .toBeDefined()
      .then(() => steps.find((step) => step.kind === kind))) as Extract<PairingStep, { kind: K }>
  return { session, steps, next, paired: paired.promise, failed: failed.promise }
}

test('221 codes that nobody scans are renewed, and in the end it says so, with the way on', async () => {
  const { steps, failed } = begun(setup().hasty(), 'qr')
  expect(await failed).toBe('Nobody used the code in time. Get a new one.')
  const codes = steps.map((step) => (step.kind === 'scan' ? step.text : step.kind))
  expect(new Set(codes).size).toBe(6)
})

test('a code that was mistyped links nothing, and the right one still does', async () => {
  const you = await sandbox().whatsapp.addPerson({ pn: '15553330001', name: 'Typo' })
  const { session, next, paired } = begun(setup().channel, 'phone')
  await session.give({ kind: 'phone', phone: `+${you.pn}` })
  const { code } = await next('typeThere')
  const wrong = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`
  await sandbox()
    .whatsapp.typeCode(you.lid, wrong)
    .catch(() => {})
  await sandbox().whatsapp.typeCode(you.lid, code)
  expect(await paired).toBe('+1555•••0001')
})
