import { vi } from 'vitest'
import type { Content } from '@carillon/contract/content/content'
import type { OnUnconfirmed } from '@carillon/contract/messages'
import { listDeliveries } from '../src/deliveries/api.ts'
import { presentDelivery } from '../src/deliveries/present.ts'
import { createMessage, sendMessageNow } from '../src/messages/actions.ts'
import { readOccurrence } from '../src/occurrences/actions.ts'
import { presentOccurrence } from '../src/occurrences/present.ts'
import { messageInput } from './message-input.ts'
import { openSending } from './sending.ts'

const DAILY = {
  timeZone: 'Europe/Berlin',
  rule: { kind: 'daily' as const, everyDays: 1, at: ['03:00'] },
}

type Rights = { can_pin_messages?: boolean; can_delete_messages?: boolean }

/** A message to some groups whose bot has these rights, with functions to send it and to read the results. */
export async function openFollowing({
  groups = 1,
  content,
  rights,
  onUnconfirmed = 'ask',
}: {
  groups?: number
  content: Content
  rights?: Rights
  onUnconfirmed?: OnUnconfirmed
}) {
  const sending = await openSending({ now: new Date().toISOString() })
  const { app, sandbox } = sending
  const { user, groupIds, chatIds } = await sending.posting({ groups })
  for (const chat of rights ? chatIds : []) {
    await sandbox.promote(chat, { userId: sandbox.botId, rights: rights! })
  }
  const { occurrencesChanged } = app.ctx
  const start = () => sending.startSending({ ctx: { occurrencesChanged } })
  const worker = await start()
  const { id } = await createMessage(
    user,
    messageInput(groupIds, { kind: 'automated', schedule: DAILY, content, onUnconfirmed }),
  )

  async function idle() {
    await app.runJobs()
    const due =
      'select from follow_ups where done_at is null and reason is null and not_before <= $1'
    const isDone = async () => (await app.pool.query(due, [app.clock.now()])).rowCount === 0
    await vi.waitUntil(isDone, 20_000)
  }

  return {
    ...sending,
    user,
    id,
    chatIds,
    groupIds,
    worker,
    start,
    /** Sends the message to all groups; resolves with the id of the run once all of it ended. */
    async send(): Promise<string> {
      app.clock.advance(1_000)
      await sendMessageNow(user, id)
      const open = 'select from occurrences where finished_at is null'
      await vi.waitUntil(async () => (await app.pool.query(open)).rows.length === 0, 20_000)
      const last = 'select id from occurrences order by created_at desc limit 1'
      return (await app.pool.query<{ id: string }>(last)).rows[0]!.id
    },
    /** Resolves once no follow-up is due. */
    idle,
    /** The changes of a run, once each is done or given up. */
    async settled(occurrenceId: string) {
      const changesOf = async () =>
        presentOccurrence(await readOccurrence(user, occurrenceId)).changes
      const isSettled = async () => {
        app.clock.advance(250)
        const changes = await changesOf()
        return changes.length > 0 && changes.every((one) => one.done + one.failed === one.total)
      }
      await vi.waitUntil(isSettled, 20_000)
      return changesOf()
    },
    /** Lets time pass, here and at Telegram. */
    async pass(ms: number) {
      await sandbox.advance(ms)
      app.clock.advance(ms)
      await idle()
    },
    /** The follow-ups of each delivery, the latest first. */
    async followUps() {
      const { items } = await listDeliveries(user, { messageId: id, limit: 50 })
      return items.map((one) => presentDelivery(one).followUps)
    },
    /** The texts of the bot's messages in a chat, with their follow-ups. */
    async seen(chat = chatIds[0]!) {
      const { pinned } = await sandbox.chat(chat)
      const messages = await sandbox.messages(chat)
      return messages.flatMap(({ id: messageId, from, content: said, editedAt }) => {
        if (from !== sandbox.botId || said.kind === 'service') return []
        const text = 'text' in said ? said.text : said.kind
        return [
          [text, pinned.includes(messageId) && 'pinned', editedAt && 'edited']
            .filter(Boolean)
            .join(' '),
        ]
      })
    },
  }
}
