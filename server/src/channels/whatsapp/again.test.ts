import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../../../sandbox/src/testing.ts'
import {
  openWhatsappHouse,
  openWhatsappStage,
  pairWith,
  type WhatsappHouse,
} from '../../../test/whatsapp.ts'
import { listen } from '../conformance/listen.ts'
import { send } from '../conformance/stage.ts'
import type { Outcome } from '../port/sending.ts'

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

async function staged() {
  const stage = await openWhatsappStage(house)
  onTestFinished(() => stage.close())
  return stage
}

type Staged = Awaited<ReturnType<typeof staged>>
type Place = Awaited<ReturnType<Staged['group']>>

const say = (stage: Staged, place: Place, n: number) =>
  send(stage, place, {
    deliveryId: `0197a000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    content: { kind: 'text', text: `Secret text ${n}` },
  })

const sayWords = (stage: Staged, place: Place, text: string) =>
  send(stage, place, { content: { kind: 'text', text } })

/** The keys of its device are dropped and another device is linked, as the product does. */
async function relink(stage: Staged): Promise<void> {
  const { identity, credentials } = await pairWith(stage.channel, stage.follow!)
  await stage.channel.forget!({ db: house.db }, stage.account.credentials)
  Object.assign(stage.account, identity, { credentials })
  listen(stage)
}

/** Longer than a connection takes to come back. */
const LONG = { timeout: 10_000 }

const texts = async (stage: Staged, place: Place) =>
  (await stage.seen(place)).map(({ text }) => text).toSorted()

test('what a group refused goes out with its new words, and each member can read them', async () => {
  const stage = await staged()
  const place = await stage.group()
  await sandbox.whatsapp.faults({ on: 'message', groupId: place.externalId, does: 420 })
  expect(await sayWords(stage, place, 'It costs 10')).toMatchObject({ kind: 'refused' })
  expect(await sayWords(stage, place, 'It costs 12')).toMatchObject({ kind: 'sent' })
  expect(await texts(stage, place)).toEqual(['It costs 12'])
  expect((await stage.readersOf(place))[0]).toHaveLength(3)
})

test('what may have arrived is not sent with other words, and the same words settle it', async () => {
  const stage = await staged()
  const place = await stage.group()
  await sandbox.whatsapp.faults({ on: 'message', groupId: place.externalId, does: 'lose-ack' })
  expect(await sayWords(stage, place, 'It costs 10')).toMatchObject({ kind: 'unconfirmed' })
  // The connection may be coming back: nothing is sent then either.
  for (let n = 0; n < 2; n++) {
    const { kind } = await sayWords(stage, place, 'It costs 12')
    expect(['retry', 'unconfirmed']).toContain(kind)
  }
  await expect.poll(() => sayWords(stage, place, 'It costs 10')).toMatchObject({ kind: 'sent' })
  expect(await sayWords(stage, place, 'It costs 12')).toMatchObject({
    kind: 'unconfirmed',
    reason: expect.stringMatching(/earlier text/),
  })
  expect(await texts(stage, place)).toEqual(['It costs 10'])
})

test('a number that is linked anew sends nothing again that the device before it may have sent', async () => {
  const stage = await staged()
  const place = await stage.group()
  expect(await say(stage, place, 1)).toMatchObject({ kind: 'sent' })
  await sandbox.whatsapp.faults({ on: 'message', groupId: place.externalId, does: 'lose-ack' })
  expect(await say(stage, place, 2)).toMatchObject({ kind: 'unconfirmed' })
  await relink(stage)
  await expect.poll(() => say(stage, place, 3), LONG).toMatchObject({ kind: 'sent' })
  expect(await say(stage, place, 1)).toMatchObject({ kind: 'sent' })
  expect(await say(stage, place, 2)).toMatchObject({
    kind: 'unconfirmed',
    reason: expect.stringMatching(/linked before/),
  })
  expect((await sandbox.ledger()).filter(({ chatId }) => chatId === place.externalId)).toHaveLength(
    3,
  )
  for (const readers of await stage.readersOf(place)) expect(readers).toHaveLength(3)
})

test('an edit back to earlier words is seen, and the same edit tried again is one', async () => {
  const stage = await staged()
  const place = await stage.group()
  const sent = await say(stage, place, 1)
  const { receipt } = sent as Extract<Outcome, { kind: 'sent' }>
  const { account, channel } = stage
  const edit = (text: string, changeId: string) =>
    channel.followUps!.edit!({
      account,
      externalId: place.externalId,
      receipt,
      changeId,
      content: { kind: 'text', text },
      signal: AbortSignal.timeout(10_000),
    })
  for (const [text, changeId] of [
    ['It costs 12', 'first'],
    ['It costs 15', 'second'],
    ['It costs 12', 'third'],
    ['It costs 15', 'second'],
  ] as const) {
    expect(await edit(text, changeId)).toEqual({ kind: 'done' })
  }
  expect(await texts(stage, place)).toEqual(['It costs 12'])
})
