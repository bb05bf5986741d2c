import {
  areJidsSameUser,
  DisconnectReason,
  getBinaryNodeChild,
  isJidGroup,
  proto,
  S_WHATSAPP_NET,
  type BinaryNode,
  type WASocket,
} from 'baileys'
import { systemClock } from '../../../platform/clock.ts'
import type { Calls } from '../calls.ts'
import type { DeviceEvent, MainThreadCalls, OpenDevice, SendWire, Sent } from '../protocol.ts'
import { openGroups, type Groups } from './groups.ts'
import { withNames } from './mentions.ts'
import { openReceipts } from './receipts.ts'
import { openSealing } from './sealing.ts'
import { send } from './send.ts'
import { endOf, type SocketOptions } from './socket.ts'
import { keysInDatabase, openCreds, sealCreds } from './state.ts'

/** How long the server may take to confirm that a device is unlinked. */
const UNLINK_MS = 3_000

export type Device = {
  socket: WASocket
  groups: Groups
  /** Resolves with the result of a query. Throws once the connection has ended; the library would wait for its time limit. */
  answer<T>(question: Promise<T>): Promise<T>
  send(given: SendWire): Promise<Sent>
  abandon(id: string): void
  /** Returns whether the server has confirmed that the device is unlinked. */
  close(unlink: boolean): Promise<boolean>
}

/** Logs a linked device in. Emits its events, and saves its state in the database as it changes. */
export function openDevice(
  connect: (options: SocketOptions) => WASocket,
  mainThread: Calls<MainThreadCalls>,
  { device, sessionId, dataKey, creds: sealed, sentTo, version }: OpenDevice,
): Device {
  const sealing = openSealing(dataKey, sessionId)
  const creds = openCreds(sealing, sealed)
  const listensTo = new Set(sentTo)
  const written = new Set<string>()
  const waiting = new Map<string, AbortController>()
  const gone = new AbortController()
  const ended = Promise.withResolvers<number | undefined>()
  let closed = false
  const tell = (event: DeviceEvent) => {
    // The caller who closes it needs no event of the end, which could be taken for the end of the next connection.
    if (!closed) mainThread.tell(device, event)
  }
  let saving: Promise<unknown> = Promise.resolve()

  const socket = connect({
    auth: { creds, keys: keysInDatabase(device, sealing, mainThread) },
    writing: (id) => void written.add(id),
    version,
    listensTo: (jid) => areJidsSameUser(jid, creds.me?.id) || isOwn(jid) || listensTo.has(jid),
    cachedGroupMetadata: async (id) => groups.cached(id),
    async getMessage({ id, remoteJid }) {
      const kept = id ? await mainThread.call('message.find', { device, id }) : undefined
      const message = kept && proto.Message.decode(sealing.open(kept, `message ${id}`))
      return message && withNames(message, groups.others(remoteJid ?? '') ?? [])
    },
  })
  const groups = openGroups(socket)
  const isOwn = (jid: string) => creds.me?.lid !== undefined && areJidsSameUser(jid, creds.me.lid)

  socket.ev.on('creds.update', (update) => {
    Object.assign(creds, update)
    const next = sealCreds(sealing, creds)
    // One after the other, so that an older state never overwrites a newer one.
    saving = saving
      .then(() => mainThread.call('creds.save', { device, creds: next }))
      .catch(dropped)
  })
  socket.ev.on('connection.update', ({ connection, lastDisconnect }) => {
    if (connection === 'open') tell({ kind: 'open', name: creds.me?.name })
    if (connection !== 'close') return
    const end = endOf(lastDisconnect?.error)
    receipts.tell()
    // Before open sends fail, so that their next try waits for the next connection.
    tell({ kind: 'down' })
    gone.abort()
    // The next connection logs in with the state that this one saves last.
    void saving.finally(() => {
      ended.resolve(end.code)
      tell({ kind: 'closed', ...end })
    })
  })
  const receipts = openReceipts(sealing, {
    isMe: (jid) => areJidsSameUser(jid, creds.me?.id) || isOwn(jid),
    memberOf: groups.nameOf,
    membersOf: (group) => groups.others(group)?.length,
    onReceipts: (messages) => tell({ kind: 'receipts', messages }),
  })
  socket.ws.on('CB:receipt', receipts.receive)
  socket.ws.on('CB:notification,type:w:gp2', (notice: BinaryNode) => {
    const id = notice.attrs['from']
    if (!id || !isJidGroup(id)) return
    const subject = getBinaryNodeChild(notice, 'subject')?.attrs['subject']
    if (subject !== undefined) return tell({ kind: 'renamed', id, subject })
    groups.onNotice(notice).then(
      (group) => tell({ kind: 'group', group }),
      // No answer: the next reading of all groups has it.
      () => {},
    )
  })

  socket.ws.on('CB:notification,type:picture', ({ attrs: { from } }: BinaryNode) => {
    if (from && isJidGroup(from)) tell({ kind: 'photoChanged', id: from })
  })

  /** The session has a later owner, who is connected by now. */
  function dropped() {
    void socket.end(undefined)
  }

  /** Asks to be unlinked and waits for the answer. The library's own call may end the connection before the request is sent. */
  const unlinkThis = () =>
    socket.query({
      tag: 'iq',
      attrs: { to: S_WHATSAPP_NET, type: 'set', xmlns: 'md' },
      content: [
        {
          tag: 'remove-companion-device',
          attrs: { jid: creds.me?.id ?? '', reason: 'user_initiated' },
        },
      ],
    })

  return {
    socket,
    groups,
    async answer(question) {
      const over = Promise.withResolvers<never>()
      const end = () => over.reject(new Error('The connection ended.'))
      gone.signal.addEventListener('abort', end)
      if (gone.signal.aborted) end()
      try {
        return await Promise.race([question, over.promise])
      } finally {
        gone.signal.removeEventListener('abort', end)
      }
    },
    async send(given) {
      const { id, chat, said, deliveryId } = given
      listensTo.add(chat)
      written.delete(id)
      const abandoned = new AbortController()
      waiting.set(id, abandoned)
      try {
        return await send(
          {
            socket,
            groups,
            wasWritten: () => written.has(id),
            keep: (message) =>
              mainThread.call('message.save', {
                device,
                id,
                chat,
                message: sealing.seal(message, `message ${id}`),
                ...(said === undefined ? {} : { said }),
                ...(deliveryId === undefined ? {} : { deliveryId }),
              }),
            openEarlierMessage: (message) => sealing.open(message, `message ${id}`),
            abandoned: AbortSignal.any([abandoned.signal, gone.signal]),
          },
          given,
        )
      } finally {
        waiting.delete(id)
        written.delete(id)
      }
    },
    abandon: (id) => waiting.get(id)?.abort(),
    async close(unlink) {
      receipts.tell()
      closed = true
      let heard = false
      if (unlink && socket.ws.isOpen) {
        const patience = new Promise<boolean>((resolve) =>
          systemClock.later(UNLINK_MS, () => resolve(false)),
        )
        const answered = unlinkThis().then(
          () => true,
          () => false,
        )
        // The server ends the connection of a device that it has unlinked.
        const dropped = ended.promise.then((code) => code === DisconnectReason.loggedOut)
        heard = await Promise.race([answered, dropped, patience])
      }
      await socket.end(undefined)
      await ended.promise
      return heard
    },
  }
}
