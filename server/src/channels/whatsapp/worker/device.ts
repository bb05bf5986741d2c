import {
  areJidsSameUser,
  getBinaryNodeChild,
  isJidGroup,
  proto,
  type BinaryNode,
  type WASocket,
} from 'baileys'
import { systemClock } from '../../../platform/clock.ts'
import type { Calls } from '../calls.ts'
import type { DeviceEvent, MainCalls, OpenDevice, SendWire, Sent } from '../protocol.ts'
import { openGroups, type Groups } from './groups.ts'
import { openSealing } from './sealing.ts'
import { send } from './send.ts'
import { endOf, type SocketOptions } from './socket.ts'
import { keysInDatabase, openCreds, sealCreds } from './state.ts'

/** How long the phone's server may take to hear that a device is no more. */
const UNLINK_MS = 3_000

export type Device = {
  socket: WASocket
  groups: Groups
  send(given: SendWire): Promise<Sent>
  abandon(id: string): void
  close(unlink: boolean): Promise<void>
}

/** Logs a linked device in. All that happens to it is told; its state is kept in the database as it changes. */
export function openDevice(
  connect: (options: SocketOptions) => WASocket,
  main: Calls<MainCalls>,
  { device, sessionId, dataKey, creds: sealed, sentTo }: OpenDevice,
): Device {
  const sealing = openSealing(dataKey, sessionId)
  const creds = openCreds(sealing, sealed)
  const listensTo = new Set(sentTo)
  const written = new Set<string>()
  const waiting = new Map<string, AbortController>()
  const gone = new AbortController()
  const ended = Promise.withResolvers<void>()
  let closed = false
  const tell = (event: DeviceEvent) => {
    // That it ends is no news to who closes it, and would be taken for the end of the next one.
    if (!closed) main.tell(device, event)
  }
  let saving: Promise<unknown> = Promise.resolve()

  const socket = connect({
    auth: { creds, keys: keysInDatabase(device, sealing, main) },
    writing: (id) => void written.add(id),
    listensTo: (jid) => areJidsSameUser(jid, creds.me?.id) || isOwn(jid) || listensTo.has(jid),
    cachedGroupMetadata: async (id) => groups.cached(id),
    async getMessage({ id }) {
      const kept = id ? await main.call('message.find', { device, id }) : undefined
      return kept && proto.Message.decode(sealing.open(kept, `message ${id}`))
    },
  })
  const groups = openGroups(socket)
  const isOwn = (jid: string) => creds.me?.lid !== undefined && areJidsSameUser(jid, creds.me.lid)

  socket.ev.on('creds.update', (update) => {
    Object.assign(creds, update)
    const next = sealCreds(sealing, creds)
    // One after the other: an older state must not be kept over a newer one.
    saving = saving.then(() => main.call('creds.save', { device, creds: next })).catch(dropped)
  })
  socket.ev.on('connection.update', ({ connection, lastDisconnect }) => {
    if (connection === 'open') tell({ kind: 'open', name: creds.me?.name })
    if (connection !== 'close') return
    const end = endOf(lastDisconnect?.error)
    // Before anything that was on the wire is answered: who sends again waits for the next connection.
    tell({ kind: 'down' })
    gone.abort()
    // The next connection logs in with what this one has written last.
    void saving.finally(() => {
      ended.resolve()
      tell({ kind: 'closed', ...end })
    })
  })
  socket.ws.on('CB:notification,type:w:gp2', (notice: BinaryNode) => {
    const id = notice.attrs['from']
    if (!id || !isJidGroup(id)) return
    const subject = getBinaryNodeChild(notice, 'subject')?.attrs['subject']
    if (subject !== undefined) return tell({ kind: 'renamed', id, subject })
    groups.heard(notice).then(
      (group) => tell({ kind: 'group', group }),
      // Nobody answered: the next look at all groups tells.
      () => {},
    )
  })

  /** Its state has a later owner, who is connected by now. */
  function dropped() {
    void socket.end(undefined)
  }

  return {
    socket,
    groups,
    async send(given) {
      const { id, chat, said } = given
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
              main.call('message.save', {
                device,
                id,
                chat,
                message: sealing.seal(message, `message ${id}`),
                ...(said === undefined ? {} : { said }),
              }),
            openKept: (kept) => sealing.open(kept, `message ${id}`),
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
      closed = true
      if (unlink && socket.ws.isOpen) {
        const patience = new Promise<void>((resolve) => systemClock.later(UNLINK_MS, resolve))
        await Promise.race([socket.logout().catch(() => {}), patience])
      }
      await socket.end(undefined)
      await ended.promise
    },
  }
}
