import { isJidGroup, proto, type BinaryNode, type WASocket } from 'baileys'
import { systemClock } from '../../../platform/clock.ts'
import type { Sent, SendWire } from '../protocol.ts'
import { fileMessage } from './files.ts'
import { codeOf, type Groups } from './groups.ts'
import { withNames } from './mentions.ts'
import { about, generate } from './library-message.ts'

/** How long the server may take to acknowledge a message. */
const ACK_MS = 20_000

/** A device of a member has no keys, so the library sends to nobody. */
const NO_KEYS = 406

/** The library's message for invalid keys, used for nothing else. */
const NO_KEY = /^Invalid (public key|signature|message)$/

/** Whether the send failed because of the keys of a member. */
const isOfKeys = (error: unknown) =>
  codeOf(error) === NO_KEYS || NO_KEY.test((error as Error).message)

/** With these codes the group may be lost, or another query was refused: only a query for the group tells which. */
const LOST = new Set<number | undefined>([401, 403, 404])

export type Sending = {
  socket: WASocket
  groups: Groups
  /** Whether the message with this id was written to the wire. */
  wasWritten(id: string): boolean
  keep(message: Uint8Array): Promise<void>
  openEarlierMessage(earlierMessage: Uint8Array): Uint8Array
  /** Aborted when nobody waits for the send any more, or the connection has ended. */
  abandoned: AbortSignal
}

/** One try of one message: it is stored before it is sent, and the server's acknowledgement decides. */
export async function send(sending: Sending, given: SendWire): Promise<Sent> {
  const { id, chat, wire } = given
  const { socket, groups } = sending
  if (!socket.ws.isOpen) return { kind: 'not sent', reason: 'The connection is down.' }
  const made = await make(sending, given)
  if ('kind' in made) return made

  const acked = acknowledgement(sending, id)
  try {
    await relayAround(sending, chat, () =>
      socket.relayMessage(chat, withNames(made.message, groups.others(chat) ?? []), {
        messageId: id,
        ...about(wire),
      }),
    )
  } catch (error) {
    acked.stop()
    if (sending.wasWritten(id)) return { kind: 'unknown', reason: 'The connection broke.' }
    const isLost = isJidGroup(chat) && LOST.has(codeOf(error))
    const asked = isLost ? await sending.groups.one(chat).catch(() => {}) : undefined
    return { ...notSent(error), ...(asked && 'lost' in asked ? { lost: asked.lost } : {}) }
  }
  return acked.answer()
}

async function make(
  sending: Sending,
  given: SendWire,
): Promise<{ message: proto.IMessage } | Sent> {
  const { socket } = sending
  const { chat, wire, earlierMessage, again } = given
  try {
    // The library believes that members have the key even if its message was lost or refused. Without this, they
    // would get the message without the key.
    if (again) await socket.authState.keys.set({ 'sender-key-memory': { [chat]: null } })
    if (earlierMessage) {
      const opened = sending.openEarlierMessage(earlierMessage)
      await sending.keep(opened)
      return { message: proto.Message.decode(opened) }
    }
    const message =
      wire.kind === 'file' ? fileMessage(wire, chat) : await generate(socket, given, wire)
    if (!message) return { kind: 'no handle' }
    await sending.keep(proto.Message.encode(message).finish())
    return { message }
  } catch (error) {
    return notSent(error)
  }
}

/** Sends without the members whose devices have no valid keys, so that the others get it. */
async function relayAround(
  { socket, groups }: Sending,
  chat: string,
  relay: () => Promise<unknown>,
): Promise<void> {
  // The own chat has no members: the library sends to the other devices of the account.
  if (!isJidGroup(chat)) return void (await relay())
  // So the library finds the group in the cache, without the members that are left out.
  if (!groups.cached(chat)) await groups.one(chat)
  await readSessions(socket, chat, groups.cached(chat)?.participants.map(({ id }) => id) ?? [])
  try {
    await relay()
  } catch (error) {
    if (!isOfKeys(error)) throw error
    const members = groups.cached(chat)?.participants.map(({ id }) => id) ?? []
    const without = await keyless(socket, members)
    if (without.length === 0) throw error
    groups.leaveOut(without)
    await relay()
  }
}

/**
 * Reads the sessions with all devices that still need the group's key at once: the library reads them one by
 * one, which for a group of a thousand is two thousand queries (measured 2026-11: 1 s of the main thread).
 */
async function readSessions(
  { authState, signalRepository, getUSyncDevices }: WASocket,
  chat: string,
  members: string[],
): Promise<void> {
  // Deleted sessions may be null.
  const known = (await authState.keys.get('sender-key-memory', [chat]))[chat] ?? {}
  const devices = await getUSyncDevices(members, true, false)
  const addresses = devices.flatMap(({ jid }) =>
    known[jid] ? [] : [signalRepository.jidToSignalProtocolAddress(jid)],
  )
  if (addresses.length > 1) await authState.keys.get('session', addresses)
}

/** Finds the members without keys by bisection, which needs few queries if they are few. */
async function keyless(socket: WASocket, members: readonly string[]): Promise<string[]> {
  if (members.length === 0) return []
  try {
    const devices = await socket.getUSyncDevices([...members], true, false)
    await socket.assertSessions(devices.map(({ jid }) => jid))
    return []
  } catch (error) {
    if (!isOfKeys(error)) throw error
    if (members.length === 1) return [...members]
    const half = Math.ceil(members.length / 2)
    return [
      ...(await keyless(socket, members.slice(0, half))),
      ...(await keyless(socket, members.slice(half))),
    ]
  }
}

/** The server's acknowledgement of the message. Listens before sending, because it may arrive before the write ends. */
function acknowledgement({ socket, abandoned }: Sending, id: string) {
  const tag = `TAG:${id}`
  const { promise: answer, resolve } = Promise.withResolvers<Sent>()
  const unknown = () => resolve({ kind: 'unknown', reason: 'WhatsApp did not confirm it.' })
  const heard = ({ attrs: { error } }: BinaryNode) =>
    resolve(error === undefined ? { kind: 'acked' } : { kind: 'refused', code: Number(error) })
  let forget = () => {}
  const stop = () => {
    forget()
    socket.ws.off(tag, heard)
    abandoned.removeEventListener('abort', unknown)
  }
  socket.ws.on(tag, heard)
  abandoned.addEventListener('abort', unknown)
  if (abandoned.aborted) unknown()
  return {
    /** Starts the time limit now: the first send to a thousand members takes seconds by itself. */
    answer() {
      forget = systemClock.later(ACK_MS, unknown)
      return answer.finally(stop)
    },
    stop,
  }
}

function notSent(error: unknown): Extract<Sent, { kind: 'not sent' }> {
  const code = codeOf(error)
  const reason = (error as Error).message
  return { kind: 'not sent', reason, ...(code === undefined ? {} : { code }) }
}
