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
import type { Community } from './community.ts'
import type { Person } from './client.ts'
import type { Product } from './product.ts'

/** What the sandbox's ledger and the product say of one message whose server was killed on the way. */
export type Crashed = {
  /** Chats that got it more than once. */
  twice: number
  /** Groups that did not get it although the product does not doubt it. */
  lost: number
  sent: number
  unconfirmed: number
}

/** How long the ledger may take to fill up to the next kill, in milliseconds. */
const FILL_MS = 60_000

/**
 * Sends one message to all groups of the community and ends the server by kill -9 each time the ledger
 * has grown by so many entries since the start; starts it again, and judges when nothing is pending.
 */
export async function crash(
  product: Product,
  { person, groups, sandbox }: Community,
  killsAfter: readonly number[],
): Promise<Crashed> {
  const since = (await sandbox.ledger()).at(-1)?.seq ?? 0
  const { id } = await person.call(createMessage, {
    body: {
      kind: 'scheduled',
      content: { text: 'The market opens at eight.' },
      groupIds: groups.map((group) => group.id),
      status: 'draft',
    },
  })
  await person.call(sendMessageNow, { params: { id } })
  for (const reached of killsAfter) {
    await sandbox.waitForLedger(reached, { since, timeoutMs: FILL_MS })
    await product.kill()
    await product.startServer()
  }
  const { sent, unconfirmed } = await ended(product.url, person, id)

  const perChat = Map.groupBy(await sandbox.ledger({ since }), (entry) => entry.chatId)
  const doubted = await unconfirmedGroups(person, id)
  return {
    twice: [...perChat.values()].filter((entries) => entries.length > 1).length,
    lost: groups.filter((group) => !perChat.has(Number(group.externalId)) && !doubted.has(group.id))
      .length,
    sent,
    unconfirmed,
  }
}

/** The groups whose copy may have arrived or not. */
async function unconfirmedGroups(person: Person, messageId: string): Promise<Set<string>> {
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
