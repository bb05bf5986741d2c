import { listDeliveries, type Occurrence } from '@carillon/contract/deliveries'
import { liveName } from '@carillon/contract/live'
import {
  createMessage,
  getMessage,
  sendMessageNow,
  type Message,
} from '@carillon/contract/messages'
import { getMe } from '@carillon/contract/users'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { settle } from './community.ts'
import type { Person } from './client.ts'
import { startProduct } from './product.ts'

const BOTS = 10
const GROUPS = 500
/** How many messages the ledger holds when the server is killed. */
const KILLS_AFTER = [50, 150, 270]

test('a server that is killed while 500 groups are being served loses nothing and sends nothing twice', async () => {
  const product = await startProduct({ env: { DEFAULT_TIER: 'pro', LOG_LEVEL: 'warn' } })
  try {
    const { person, groups, sandbox } = await settle(product, {
      bots: BOTS,
      groupsPerBot: GROUPS / BOTS,
    })
    const { id } = await person.call(createMessage, {
      body: {
        kind: 'scheduled',
        content: { text: 'The market opens at eight.' },
        groupIds: groups.map((group) => group.id),
        status: 'draft',
      },
    })
    await person.call(sendMessageNow, { params: { id } })
    for (const reached of KILLS_AFTER) {
      await sandbox.waitForLedger(reached, { timeoutMs: 30_000 })
      await product.kill()
      await product.startServer()
    }
    const settled = await ended(product.url, person, id)

    const entries = await sandbox.ledger()
    const perChat = Map.groupBy(entries, (entry) => entry.chatId)
    const twice = [...perChat.values()].filter((sent) => sent.length > 1)
    expect(twice).toEqual([])

    const open = await unconfirmed(person, id)
    const lost = groups.filter(
      (group) => !perChat.has(Number(group.externalId)) && !open.has(group.id),
    )
    expect(lost).toEqual([])
    expect(settled.sent + settled.unconfirmed).toBe(GROUPS)
    // On the wire at the moment of a kill are at most five messages of each bot.
    expect(settled.unconfirmed).toBeLessThanOrEqual(KILLS_AFTER.length * BOTS * 5)
    sandbox.close()
  } finally {
    await product.stop()
  }
}, 240_000)

/** The groups whose copy may have arrived or not. */
async function unconfirmed(person: Person, messageId: string): Promise<Set<string>> {
  const groups = new Set<string>()
  let cursor: string | null | undefined
  do {
    const query = { messageId, status: 'unconfirmed', limit: '200', ...(cursor ? { cursor } : {}) }
    const page = await person.call(listDeliveries, { query })
    for (const { groupId } of page.items) groups.add(groupId)
    cursor = page.nextCursor
  } while (cursor)
  return groups
}

/** Resolves with the occurrence once nothing of it is pending: told live, and read after every reconnection. */
async function ended(url: string, person: Person, id: string): Promise<Occurrence> {
  const { uid } = await person.call(getMe, {})
  const socket = io(url, {
    auth: (give) => void person.token().then((token) => give({ token })),
  })
  const occurrence = await new Promise<Occurrence>((resolve, reject) => {
    const look = ({ message }: { message: Message }) => {
      if (message.id === id && message.occurrence?.pending === 0) resolve(message.occurrence)
    }
    socket.on(liveName('MESSAGE_UPDATED', uid), look)
    socket.on('connect', () => {
      person.call(getMessage, { params: { id } }).then((message) => look({ message }), reject)
    })
  })
  socket.disconnect()
  return occurrence
}
