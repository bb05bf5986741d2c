import type { Entry, Ledger } from '../ledger.ts'
import type { Group, LinkCard, Person, Reading, ServerSecrets, Shown } from './model.ts'

/** The events of WhatsApp. Those of a person or a group contain the full record. */
export type WhatsappEvent =
  | { type: 'whatsappServerMade'; secrets: ServerSecrets }
  | { type: 'whatsappPersonSaved'; person: Person }
  | { type: 'whatsappGroupSaved'; group: Group }
  | ({ type: 'whatsappAccepted' } & Accepted)
  /** A person wrote or changed something on their phone, not through a client of ours. */
  | { type: 'whatsappShown'; message: Shown }
  | { type: 'whatsappRead'; groupId: string; messageId: string; reading: Reading }
  | {
      type: 'whatsappChanged'
      groupId: string
      messageId: string
      at: number
      text?: string
      linkCard?: LinkCard
    }

/** A message that the server took, and who could read it at once. */
type Accepted = {
  seq: number
  at: number
  lid: string
  groupId: string
  messageId: string
  readings: Reading[]
}

export type WhatsappState = {
  secrets: ServerSecrets | undefined
  /** By their hidden id. */
  people: Map<string, Person>
  groups: Map<string, Group>
  /** What was accepted, by group and message: a phone shows it once. */
  messages: Map<string, Shown>
}

export const emptyWhatsapp = (): WhatsappState => ({
  secrets: undefined,
  people: new Map(),
  groups: new Map(),
  messages: new Map(),
})

// A message is sent again within a day, and no test or bench sends more in that time.
const MESSAGES_REMEMBERED = 100_000

export const messageBy = (
  { messages }: WhatsappState,
  groupId: string,
  messageId: string,
): Shown | undefined => messages.get(`${groupId}/${messageId}`)

/** Keeps the server keys; deletes all else. */
export function resetWhatsapp(state: WhatsappState): void {
  state.people.clear()
  state.groups.clear()
  state.messages.clear()
}

export const isWhatsappEvent = (event: { type: string }): event is WhatsappEvent =>
  event.type.startsWith('whatsapp')

/** Applies one event; the only place that changes this state. */
export function applyWhatsapp(state: WhatsappState, event: WhatsappEvent): void {
  switch (event.type) {
    case 'whatsappServerMade':
      state.secrets = event.secrets
      return
    case 'whatsappPersonSaved':
      state.people.set(event.person.lid, event.person)
      return
    case 'whatsappGroupSaved':
      state.groups.set(event.group.id, event.group)
      return
    case 'whatsappAccepted':
      return addMessage(state.messages, shownOf(event))
    case 'whatsappShown':
      return addMessage(state.messages, event.message)
    case 'whatsappRead': {
      const message = messageBy(state, event.groupId, event.messageId)
      message?.readers.push(event.reading.lid)
      if (message && !message.editedAt) Object.assign(message, event.reading.content)
      return
    }
    case 'whatsappChanged': {
      const message = messageBy(state, event.groupId, event.messageId)
      if (!message) return
      message.text = event.text ?? ''
      delete message.linkCard
      if (event.linkCard) message.linkCard = event.linkCard
      if (event.text === undefined) message.deletedAt = event.at
      else message.editedAt = event.at
    }
  }
}

function addMessage(messages: Map<string, Shown>, message: Shown): void {
  messages.set(`${message.groupId}/${message.id}`, message)
  const [oldest] = messages.keys()
  if (messages.size > MESSAGES_REMEMBERED && oldest !== undefined) messages.delete(oldest)
}

function shownOf({ groupId, messageId: id, lid, at, readings }: Accepted): Shown {
  const readers = readings.map((reading) => reading.lid)
  return { groupId, id, lid, at, readers, ...(readings[0]?.content ?? { text: '' }) }
}

/**
 * What the ledger keeps of a message. The server cannot read it, so its words are those that the first
 * member read, and they are empty as long as nobody could.
 */
export function entryOf({ seq, at, lid, groupId, messageId, readings }: Accepted): Entry {
  const entry: Entry = {
    seq,
    at,
    channel: 'whatsapp',
    accountId: lid,
    chatId: groupId,
    messageIds: [messageId],
    text: '',
    entities: [],
    readings: [],
  }
  for (const reading of readings) addReading(entry, reading)
  return entry
}

/** Adds what a member read later, after the keys for it were asked for once more. */
export function readLater(ledger: Ledger, event: WhatsappEvent & { type: 'whatsappRead' }): void {
  const entry = ledger.entries.findLast(
    ({ chatId, messageIds }) => chatId === event.groupId && messageIds.includes(event.messageId),
  )
  if (entry) addReading(entry, event.reading)
}

function addReading(entry: Entry, reading: Reading): void {
  entry.readings ??= []
  if (entry.readings.length === 0) {
    const { text, poll, media } = reading.content
    entry.text = text
    if (poll) entry.poll = poll
    if (media) {
      const { kind, sha256, bytes } = media
      entry.media = [{ kind, sha256, bytes, uploaded: true }]
    }
  }
  entry.readings.push(reading)
}
