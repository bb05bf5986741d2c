import { expect, test, vi } from 'vitest'
import type { Content } from '@carillon/contract/content/content'
import { openFollowing } from '../../test/follow-ups.ts'
import { giveFile, giveContentOf } from '../../test/posting.ts'
import { openSending, owning, type Sending } from '../../test/sending.ts'
import { readDelivery, resolveDelivery } from '../deliveries/api.ts'
import { presentDelivery } from '../deliveries/present.ts'
import { endPending } from '../deliveries/actions.ts'
import { updateMessage, readMessage } from '../messages/actions.ts'
import { minutes, seconds } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { deleteSent, editSent } from './sent/changes.ts'

const LONG = `*The plan.* ${'Bring your own cup. '.repeat(60)}`.trim()

/** Groups that get a picture and a long text after it. */
async function choir(sending: Sending, groups = 1) {
  const posting = await sending.posting({ groups })
  const mediaId = await giveFile(sending.app, posting.user)
  const said = { kind: 'media' as const, text: LONG, media: [{ mediaId }] }
  const options = { options: { textAfter: true } }
  const contentId = await giveContentOf(sending.app, posting.user, { ...said, ...options })
  // Its message is there, whatever the other rooms know of it.
  const user = { ...posting.user, lockSource: async () => 'there' as const }
  return { ...posting, user, contentId, mediaId }
}

/** What members of a chat see, in its order: `photo`, or how a text begins. */
const seen = async ({ sandbox }: Sending, chat: number) =>
  (await sandbox.ledger({ chat })).map(({ text, media }) =>
    [media?.[0]?.kind, text.slice(0, 9)].filter(Boolean).join(' '),
  )

const ONCE_EACH = ['photo', 'The plan.']

test('the picture is sent, then the text, as one delivery with both receipts', async () => {
  const sending = await openSending()
  const posting = await choir(sending, 3)
  await sending.startSending()
  const ids = await sending.plan(posting)
  await sending.sent(3)
  for (const chat of posting.chatIds) expect(await seen(sending, chat)).toEqual(ONCE_EACH)
  const ledger = await sending.sandbox.ledger({ chat: posting.chatIds[0]! })
  const messageIds = ledger.flatMap((entry) => entry.messageIds)
  expect(await sending.row(ids[0]!)).toMatchObject({
    status: 'sent',
    doubtful: false,
    reason: null,
    receipt: { externalIds: messageIds, textId: messageIds[1] },
    attempts: [
      { number: 1, outcome: 'sent' },
      { number: 2, outcome: 'sent' },
    ],
  })
  expect(ledger[1]!.text).toHaveLength(LONG.length - 2)
})

test('of many groups each gets its text right after its picture, and not after the pictures of all', async () => {
  const sending = await openSending()
  const posting = await choir(sending, 60)
  await sending.plan(posting)
  await sending.startSending()
  const all = async () => await sending.sandbox.ledger()
  await vi.waitUntil(async () => {
    sending.app.clock.advance(50)
    return (await all()).length === 120
  }, 20_000)
  const gaps = Map.groupBy((await all()).entries(), ([, { chatId }]) => chatId)
  const between = [...gaps.values()].map(([picture, text]) => text![0] - picture![0])
  expect(Math.max(...between)).toBeLessThan(50)
})

test('two of them to one group do not mix', async () => {
  const sending = await openSending()
  const posting = await choir(sending)
  await sending.plan(posting)
  await sending.plan(posting)
  await sending.startSending()
  const [chat] = posting.chatIds
  await vi.waitUntil(async () => {
    sending.app.clock.advance(seconds(1))
    return (await seen(sending, chat!)).length === 4
  }, 20_000)
  expect(await seen(sending, chat!)).toEqual([...ONCE_EACH, ...ONCE_EACH])
})

test('a text that is refused says that its picture stands, and only the text is sent again', async () => {
  const sending = await openSending()
  const posting = await choir(sending)
  await sending.sandbox.chaos({
    method: 'sendMessage',
    fault: 'refuse',
    next: 1,
    status: 400,
    words: 'Bad Request: TOPIC_CLOSED',
  })
  await sending.startSending()
  const [id] = await sending.plan(posting)
  await sending.reached(id!, 'unconfirmed')
  expect(await sending.row(id!)).toMatchObject({
    code: 'topic_closed',
    reason: 'The files arrived. The topic is closed. An earlier try may have been sent.',
  })
  await resolveDelivery(posting.user, id!, 'resend')
  await sending.reached(id!, 'sent')
  expect(await seen(sending, posting.chatIds[0]!)).toEqual(ONCE_EACH)
})

test('a text whose answer was lost is asked about, and seen, its picture is not sent again', async () => {
  const sending = await openSending()
  const posting = await choir(sending)
  await sending.sandbox.chaos({ method: 'sendMessage', fault: 'reset', when: 'after', next: 1 })
  await sending.startSending()
  const [id] = await sending.plan(posting)
  await sending.reached(id!, 'unconfirmed')
  expect(await sending.row(id!)).toMatchObject({
    reason: 'The files arrived. Telegram did not answer. It may have been sent.',
  })
  expect(presentDelivery(await readDelivery(posting.user, id!))).toMatchObject({ doubt: 'text' })
  expect(await resolveDelivery(posting.user, id!, 'sent')).toMatchObject({ status: 'sent' })
  expect(await seen(sending, posting.chatIds[0]!)).toEqual(ONCE_EACH)
})

test('a person who sees a picture whose answer was lost has the text sent after it', async () => {
  const sending = await openSending()
  const posting = await choir(sending)
  await sending.sandbox.chaos({ method: 'sendPhoto', fault: 'reset', when: 'after', next: 1 })
  await sending.startSending()
  const [id] = await sending.plan(posting)
  await sending.reached(id!, 'unconfirmed')
  expect(await seen(sending, posting.chatIds[0]!)).toEqual(['photo'])
  await resolveDelivery(posting.user, id!, 'sent')
  await sending.reached(id!, 'sent')
  expect(await seen(sending, posting.chatIds[0]!)).toEqual(ONCE_EACH)
})

test('whoever sees a picture whose group cannot be reached any more can say so, and is told that the text is missing', async () => {
  const sending = await openSending()
  const posting = await choir(sending)
  await sending.sandbox.chaos({ method: 'sendPhoto', fault: 'reset', when: 'after', next: 1 })
  await sending.startSending()
  const [id] = await sending.plan(posting)
  await sending.reached(id!, 'unconfirmed')
  expect(presentDelivery(await readDelivery(posting.user, id!))).toMatchObject({ doubt: 'files' })
  await sending.app.pool.query(`update groups set status = 'lost'`)
  expect(await resolveDelivery(posting.user, id!, 'sent')).toMatchObject({
    status: 'sent',
    reason:
      'You saw the files in the group. The text after them was not sent. The group cannot be reached any more.',
  })
})

test('a picture that is taken as sent has its text after it', async () => {
  const sending = await openSending()
  const posting = await choir(sending)
  const refused = { fault: 'refuse', status: 400, words: 'Bad Request: TOPIC_CLOSED' } as const
  await sending.sandbox.chaos(
    { method: 'sendPhoto', fault: 'reset', when: 'after', next: 1 },
    { method: 'sendMessage', next: 1, ...refused },
  )
  await sending.startSending()
  const [id] = await sending.plan(posting, { onUnconfirmed: 'assume_sent' })
  await sending.reached(id!, 'unconfirmed')
  // Nobody has seen that they arrived.
  expect(await sending.row(id!)).toMatchObject({
    reason: expect.stringMatching(/^The files are taken as sent\. The topic is closed\./),
  })
  await resolveDelivery(posting.user, id!, 'resend')
  await sending.reached(id!, 'sent')
  expect(await seen(sending, posting.chatIds[0]!)).toEqual(ONCE_EACH)
})

/** Telegram takes no text for a minute. */
const FLOOD = { method: 'sendMessage', fault: 'flood', rate: 1, amount: 60 } as const

test('another process goes on with the text where one ended after the picture', async () => {
  const sending = await openSending()
  const posting = await choir(sending)
  await sending.sandbox.chaos(FLOOD)
  const first = await sending.startSending()
  const [id] = await sending.plan(posting)
  await sending.reached(id!, 'waiting')
  await first.sender.close()
  await first.close()
  await sending.sandbox.noFaults()
  await owning(await sending.startSending(), 1)
  sending.app.clock.advance(minutes(2))
  await sending.reached(id!, 'sent')
  expect(await seen(sending, posting.chatIds[0]!)).toEqual(ONCE_EACH)
})

test('a send that is stopped between picture and text says that the picture stands', async () => {
  const sending = await openSending()
  const { ctx, app } = sending
  const posting = await choir(sending)
  await sending.sandbox.chaos(FLOOD)
  await sending.startSending()
  const [id] = await sending.plan(posting)
  await sending.reached(id!, 'waiting')
  const end = { status: 'skipped', code: 'canceled', reason: 'You canceled it.' } as const
  await ctx.transaction((tx) => endPending(tx, app.clock.now(), { ids: [id!] }, end))
  expect(await sending.row(id!)).toMatchObject({
    status: 'unconfirmed',
    reason: 'The files arrived. The text after them may be missing. You canceled it.',
  })
})

const PIN = { can_pin_messages: true }

test('a deletion leaves files whose text failed, and says that they are there and what to do first', async () => {
  const following = await openFollowing({
    groups: 2,
    content: { kind: 'text', text: 'As yet' },
  })
  const { app, sandbox, user, id, groupIds, chatIds, send, idle, seen: shown } = following
  const media = [{ mediaId: await giveFile(app, user) }]
  const content = { kind: 'media', text: 'At nine', media, options: { textAfter: true } } as const
  await saveAs(user, id, groupIds, content)
  const closed = { fault: 'refuse', status: 400, words: 'Bad Request: TOPIC_CLOSED' } as const
  await sandbox.chaos({ method: 'sendMessage', chat: chatIds[0]!, next: 1, ...closed })
  const run = await send()
  await deleteSent(user, run)
  await idle()
  expect([await shown(), await shown(chatIds[1])]).toEqual([[''], []])
  const words = (await following.followUps()).flat().map(({ text }) => text)
  expect(words.toSorted()).toEqual([
    'It was deleted from the group.',
    'It was not deleted: Its files are there, and the text after them may be. Send the text first. You can delete it by hand in the group.',
  ])
})

test('its text is pinned and edited, and both are deleted', async () => {
  const following = await openFollowing({ content: { kind: 'text', text: 'As yet' }, rights: PIN })
  const { app, user, id, groupIds, send, idle, seen: shown } = following
  const content: Content = {
    kind: 'media',
    text: 'Sunday at nine',
    media: [{ mediaId: await giveFile(app, user) }],
    options: { textAfter: true, pin: 'silent' },
  }
  await saveAs(user, id, groupIds, content)
  const run = await send()
  await idle()
  expect(await shown()).toEqual(['', 'Sunday at nine pinned'])
  const withFiles: Content = { ...content, text: 'At ten', options: { pin: 'silent' } }
  await expect(editSent(user, run, { content: withFiles })).rejects.toMatchObject({
    code: 'invalid',
  })
  await editSent(user, run, { content: { ...content, text: 'Sunday at ten' } })
  await idle()
  expect(await shown()).toEqual(['', 'Sunday at ten pinned edited'])
  app.clock.advance(seconds(1))
  await deleteSent(user, run)
  await idle()
  expect(await shown()).toEqual([])
})

/** Gives a message this content. */
async function saveAs(user: UserContext, id: string, groupIds: string[], content: Content) {
  const { rev, kind, schedule } = await readMessage(user, user, id)
  await updateMessage(user, id, {
    rev,
    kind,
    schedule: schedule!,
    groupIds,
    content,
    catchUpMinutes: 15,
    onUnconfirmed: 'ask',
    overlap: 'skip',
    pauseAfterFailures: 5,
    status: 'active',
  })
}
