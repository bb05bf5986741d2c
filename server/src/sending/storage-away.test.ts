import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messageInput } from '../../test/message-input.ts'
import { giveFile } from '../../test/posting.ts'
import { openSending } from '../../test/sending.ts'
import { choirs } from '../../test/sending-media.ts'
import { retryDelivery } from '../deliveries/api.ts'
import { createMessage, sendMessageNow } from '../messages/actions.ts'
import { seconds } from '../platform/clock.ts'

test('while the folder of files is not mounted nothing fails for good', async () => {
  const sending = await openSending()
  const { app } = sending
  const choir = await choirs(sending, 1, ['photo'])
  const folder = join(app.ctx.config.dataDir, 'files')
  await rename(folder, `${folder}-away`)
  await sending.startSending()
  const [id] = await sending.plan(choir)
  await sending.reached(id!, 'waiting')
  expect(await sending.row(id!)).toMatchObject({ code: 'media_away' })
  await rename(`${folder}-away`, folder)
  app.clock.advance(seconds(10))
  await sending.reached(id!, 'sent')
})

test('storage that is away until the time of a delivery is up fails it in words, and it can be sent again', async () => {
  const sending = await openSending()
  const { app, sandbox, row } = sending
  const { user, groupIds } = await sending.posting()
  const media = [{ mediaId: await giveFile(app, user) }]
  const folder = join(app.ctx.config.dataDir, 'files')
  await rename(folder, `${folder}-away`)
  await sending.startSending()
  const input = messageInput(groupIds, {
    content: { kind: 'media', text: 'Look', media },
    catchUpMinutes: 1,
  })
  const message = await createMessage(user, input)
  await sendMessageNow(user, message.id)
  const { rows } = await app.pool.query<{ id: string }>('select id from deliveries')
  const { id } = rows[0]!
  await sending.tried(id, 1)
  for (let tries = 2; (await row(id))['status'] === 'waiting'; tries++) {
    app.clock.moveTo((await row(id))['not_before'] as Date)
    await sending.tried(id, tries)
  }
  expect(await row(id)).toMatchObject({
    status: 'failed',
    code: 'media_away',
    reason: expect.stringMatching(/files.+ Tried \d times until its time was up\.$/),
  })
  await rename(`${folder}-away`, folder)
  await retryDelivery(user, id)
  await sending.reached(id, 'sent')
  expect(await sandbox.ledger()).toHaveLength(1)
})
