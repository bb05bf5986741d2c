import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { cases } from '../../../test/proofs.ts'
import { startSender } from '../../../test/sender-program.ts'
import { openSending, type Sending } from '../../../test/sending.ts'
import { saveContent } from '../../content/actions.ts'
import { deleteSent } from '../sent/changes.ts'

const GROUPS = cases(300, 30)
const KILLS = cases(4, 1)
/** As sender-process.ts has it. */
const IN_FLIGHT = 25

/**
 * The chats that have the message, as far as is known; undefined while something is to be sent or to be done, or while
 * the run does not say that it has ended.
 */
async function servedChats({ app }: Sending, kind: string): Promise<string[] | undefined> {
  const { rows } = await app.pool.query<{
    chat: string
    status: string
    done: boolean | null
    ended: boolean
  }>(
    `select g.external_id as chat, d.status, f.done_at is not null as done,
       o.finished_at is not null as ended
     from deliveries d join groups g on g.id = d.group_id
     join occurrences o on o.id = d.occurrence_id
     left join follow_ups f on f.delivery_id = d.id and f.kind = $1`,
    [kind],
  )
  // What a kill met on its way to Telegram may have arrived or not: nobody knows its id.
  const sent = rows.filter(({ status }) => status !== 'unconfirmed')
  return sent.every(({ status, done, ended }) => status === 'sent' && done && ended)
    ? sent.map(({ chat }) => chat)
    : undefined
}

/** Kills processes while Telegram does something of this kind, each after so many; the last one ends it. */
async function killWhile(sending: Sending, event: string, kind: string) {
  const points = Array.from({ length: KILLS }, () => 2 + Math.floor((Math.random() * GROUPS) / 5))
  for (const point of points) {
    const events = await sending.sandbox.events()
    const child = startSender(sending, 'sender')
    for (let n = 0; n < point;) {
      await events.next(({ type }) => type === event)
      n += 1
    }
    events.close()
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const last = startSender(sending, 'sender')
  await vi.waitUntil(async () => (await servedChats(sending, kind)) !== undefined, {
    timeout: 120_000,
    interval: 200,
  })
  last.kill('SIGTERM')
  await once(last, 'exit')
  return { points, chats: (await servedChats(sending, kind))!.map(Number) }
}

test(`kill -9 ${KILLS} times among ${GROUPS} pins, and among as many deletions: each is done, none twice, nothing of others`, async () => {
  const now = new Date().toISOString()
  const sending = await openSending({ now, sandbox: { fork: true } })
  const { app, sandbox, posting, plan } = sending
  const choir = await posting({ groups: GROUPS })
  const { user, chatIds } = choir
  for (const chat of chatIds) {
    await sandbox.settings(chat, { permissions: { can_pin_messages: true } })
    await sandbox.say(chat, { text: 'Of a member' })
  }
  const content = { kind: 'text' as const, text: 'Of the bot', options: { pin: 'notify' as const } }
  const contentId = await app.ctx.transaction((tx) =>
    saveContent(app.ctx, tx, user.user.id, content),
  )
  await sandbox.chaos(
    { method: 'pinChatMessage', fault: 'slow', when: 'after', rate: 1, amount: 15 },
    { method: 'deleteMessage', fault: 'slow', when: 'after', rate: 1, amount: 15 },
  )
  await plan({ ...choir, contentId })

  const pins = await killWhile(sending, 'messagePinned', 'pin')
  expect(pins.chats.length).toBeGreaterThanOrEqual(GROUPS - KILLS * IN_FLIGHT)
  const chats = await Promise.all(
    pins.chats.map(async (chat) => {
      const messages = await sandbox.messages(chat)
      const { pinned } = await sandbox.chat(chat)
      return {
        pinned: messages.flatMap(({ id, content: said }) =>
          pinned.includes(id) && said.kind === 'text' ? said.text : [],
        ),
        told: messages.filter(
          ({ content: said }) => said.kind === 'service' && said.service.kind === 'pinned',
        ).length,
      }
    }),
  )
  const right = { pinned: ['Of the bot'], told: 1 }
  expect({ killedAfter: pins.points, wrong: chats.filter(differsFrom(right)) }).toEqual({
    killedAfter: pins.points,
    wrong: [],
  })

  const { rows } = await app.pool.query<{ id: string }>('select id from occurrences')
  await deleteSent(user, rows[0]!.id)
  await app.runJobs()
  const deletions = await killWhile(sending, 'messageDeleted', 'delete')
  const left = await Promise.all(
    deletions.chats.map(async (chat) =>
      (await sandbox.messages(chat)).flatMap(({ content: said }) =>
        said.kind === 'text' ? said.text : [],
      ),
    ),
  )
  expect({
    killedAfter: deletions.points,
    wrong: left.filter(differsFrom(['Of a member'])),
  }).toEqual({
    killedAfter: deletions.points,
    wrong: [],
  })
}, 300_000)

const differsFrom = (right: unknown) => (one: unknown) =>
  JSON.stringify(one) !== JSON.stringify(right)
