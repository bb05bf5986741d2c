import { vi, expect, test } from 'vitest'
import { openFollowing } from '../../test/follow-ups.ts'
import { messageInput } from '../../test/message-input.ts'
import { editSent } from '../sending/sent/changes.ts'
import { createMessage, duplicateMessage, readMessage, sendMessageNow } from './actions.ts'

const text = (words: string) => ({ kind: 'text' as const, text: words })

test('a message that was corrected in its groups is duplicated as corrected', async () => {
  const {
    user,
    groupIds,
    settled,
    idle,
    app,
    id: seriesId,
    send,
  } = await openFollowing({
    groups: 2,
    content: text('Every Sundae'),
  })
  const { id } = await createMessage(
    user,
    messageInput(groupIds, { content: text('Meet Tuseday'), schedule: undefined, status: 'draft' }),
  )
  await sendMessageNow(user, id)
  await vi.waitUntil(async () => (await readMessage(user, user, id)).status === 'sent', 20_000)
  const { occurrence } = await readMessage(user, user, id)
  await editSent(user, occurrence!.id, { content: text('Meet Tuesday') })
  await idle()
  await settled(occurrence!.id)
  expect((await duplicateMessage(user, id)).content).toEqual(text('Meet Tuesday'))

  // The next run of a series says what it says, whatever was corrected in a former one.
  app.clock.advance(1_000)
  const run = await send()
  await editSent(user, run, { content: text('Every Sunday') })
  await idle()
  await settled(run)
  expect((await duplicateMessage(user, seriesId)).content).toEqual(text('Every Sundae'))
})
