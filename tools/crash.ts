import { setTimeout as pause } from 'node:timers/promises'
import { listDeliveries, type Occurrence } from '@carillon/contract/deliveries'
import { liveEventName } from '@carillon/contract/live'
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

/** kill -9 of the server, or of the database below it, or what else is done, when the ledger has grown by so many entries. */
export type Fault = { to: 'server' | 'database' | (() => Promise<void>); after: number }

/** How long the ledger may take to fill up to the next kill, in milliseconds; on a busy machine a start alone takes half. */
const FILL_MS = 180_000

/** How soon a server that lost its database must be well again, and how often it is asked, in milliseconds. */
const WELL_MS = 60_000
const ASK_MS = 100

/**
 * Sends a message to all groups of the community, a new one unless `messageId` names one that goes to them, and
 * causes the faults in their order; what was killed is started again. Judges when nothing is pending.
 */
export async function crash(
  product: Product,
  { person, groups, sandbox }: Community,
  faults: readonly Fault[],
  messageId?: string,
): Promise<Crashed> {
  const since = (await sandbox.ledger()).at(-1)?.seq ?? 0
  const { id, former } = await (messageId ? sendAgain(person, messageId) : sendNew(person, groups))
  for (const { to, after } of faults) {
    await sandbox.waitForLedger(after, { since, timeoutMs: FILL_MS })
    await cause(product, to)
  }
  const occurrence = await ended(product.url, person, id, former)
  const { sent, unconfirmed } = occurrence

  const perChat = Map.groupBy(await sandbox.ledger({ since }), (entry) => entry.chatId)
  const doubted = await unconfirmedGroups(person, occurrence.id)
  return {
    twice: [...perChat.values()].filter((entries) => entries.length > 1).length,
    lost: groups.filter((group) => !perChat.has(group.externalId) && !doubted.has(group.id)).length,
    sent,
    unconfirmed,
  }
}

/** Sends a message, and returns which run of it there was before. */
async function sendAgain(person: Person, id: string) {
  const { occurrence } = await person.call(getMessage, { params: { id } })
  await person.call(sendMessageNow, { params: { id } })
  return { id, former: occurrence?.id }
}

async function sendNew(person: Person, groups: Community['groups']) {
  const body = {
    kind: 'scheduled' as const,
    content: { text: 'The market opens at eight.' },
    groupIds: groups.map((group) => group.id),
    status: 'sending' as const,
  }
  const { id } = await person.call(createMessage, { body })
  return { id, former: undefined }
}

async function cause(product: Product, to: Fault['to']): Promise<void> {
  if (typeof to === 'function') return to()
  if (to === 'server') {
    await product.kill()
    return product.startServer()
  }
  await product.killDatabase()
  const end = Date.now() + WELL_MS
  // Asked at once, it may not have noticed yet and still answer that it is ready.
  do await pause(ASK_MS)
  while (Date.now() < end && !(await fetch(`${product.url}/readyz`)).ok)
}

/** The groups whose copy may have arrived or not. */
async function unconfirmedGroups(person: Person, occurrenceId: string): Promise<Set<string>> {
  const groups = new Set<string>()
  let cursor: string | null | undefined
  do {
    const asked = { occurrenceId, status: 'unconfirmed', limit: '200' }
    const query = { ...asked, ...(cursor ? { cursor } : {}) }
    const page = await person.call(listDeliveries, { query })
    for (const { groupId } of page.items) groups.add(groupId)
    cursor = page.nextCursor
  } while (cursor)
  return groups
}

/**
 * Resolves with the occurrence after the `former` one once nothing of it is pending: told live, and read after every
 * reconnection.
 */
async function ended(
  url: string,
  person: Person,
  id: string,
  former: string | undefined,
): Promise<Occurrence> {
  const { uid } = await person.call(getMe, {})
  const socket = io(url, {
    auth: (give) => void person.token().then((token) => give({ token })),
  })
  const occurrence = await new Promise<Occurrence>((resolve, reject) => {
    const look = ({ message }: { message: Message }) => {
      const { occurrence } = message
      if (message.id !== id || occurrence?.id === former) return
      if (occurrence?.pending === 0) resolve(occurrence)
    }
    socket.on(liveEventName('MESSAGE_UPDATED', uid), look)
    // A server that has missed news sends everybody away, and only those it did not send come back by themselves.
    socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') socket.connect()
    })
    socket.on('connect', () => {
      person.call(getMessage, { params: { id } }).then((message) => look({ message }), reject)
    })
  })
  socket.disconnect()
  return occurrence
}
