import { expect, onTestFinished, test } from 'vitest'
import { PART_BYTES } from '@carillon/contract/media'
import { giveFile, giveContentOf } from '../../test/posting.ts'
import { openSending, owning, type Sending } from '../../test/sending.ts'
import { choirs } from '../../test/sending-media.ts'
import { seconds } from '../platform/clock.ts'

/** A process whose storage keeps back the end of the first file, until it is told to give it. */
async function halfway(sending: Sending) {
  const { app, ctx } = sending
  const posting = await sending.posting()
  const bytes = Buffer.alloc(PART_BYTES + 1)
  const mediaId = await giveFile(app, posting.user, { kind: 'video', bytes })
  const said = { kind: 'media' as const, text: 'Hello', media: [{ mediaId }] }
  const choir = { ...posting, contentId: await giveContentOf(app, posting.user, said) }
  const [asked, given] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  onTestFinished(() => given.resolve())
  let asks = 0
  const storage: typeof ctx.storage = {
    ...ctx.storage,
    async get(...key) {
      if (++asks === 2) {
        asked.resolve()
        await given.promise
      }
      return ctx.storage.get(...key)
    },
  }
  const process = await sending.startSending({ ctx: { storage } })
  await owning(process, 1)
  const [id] = await sending.plan(choir, { onUnconfirmed: 'assume_sent' })
  await asked.promise
  return { process, id: id! }
}

test('a process that stops ends an upload that is on its way, and the next one sends it', async () => {
  const sending = await openSending()
  const { process, id } = await halfway(sending)
  await process.sender.close()
  expect(await sending.row(id)).toMatchObject({
    status: 'waiting',
    tries: 0,
    doubtful: false,
    reason: 'The server stopped while a file was on its way.',
  })
  expect(await sending.attempts(id)).toMatchObject([{ outcome: 'retry' }])
  await process.close()
  await sending.startSending()
  await sending.reached(id, 'sent')
  expect(await sending.attempts(id)).toMatchObject([{ outcome: 'retry' }, { outcome: 'sent' }])
  expect(await sending.sandbox.ledger()).toHaveLength(1)
})

test('a process that may not act for its accounts any more ends its uploads', async () => {
  const sending = await openSending()
  const { id } = await halfway(sending)
  // Its lease is renewed only after that.
  sending.app.clock.advance(seconds(9))
  await sending.reached(id, 'sent')
  expect(await sending.attempts(id)).toMatchObject([{ outcome: 'retry' }, { outcome: 'sent' }])
  expect(await sending.sandbox.ledger()).toHaveLength(1)
})

test('a process that stops waits for the answer to an upload whose bytes have all left', async () => {
  const sending = await openSending()
  const { sandbox } = sending
  const choir = await choirs(sending, 1, ['photo'])
  const process = await sending.startSending()
  await sandbox.chaos({ method: 'sendPhoto', fault: 'slow', when: 'after', next: 1, amount: 500 })
  const [id] = await sending.plan(choir)
  await sandbox.waitForLedger(1)
  await process.sender.close()
  expect(await sending.row(id!)).toMatchObject({ status: 'sent' })
  expect(await sending.attempts(id!)).toMatchObject([{ outcome: 'sent' }])
})
