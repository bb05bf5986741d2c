import { once } from 'node:events'
import { Agent } from 'node:https'
import makeWASocket, {
  generateWAMessage,
  initAuthCreds,
  type AnyMessageContent,
  type BinaryNode,
  type ConnectionState,
  proto,
  type SignalKeyStore,
  type UserFacingSocketConfig,
  type WASocket,
} from 'baileys'
import type { Endpoints } from '../endpoints.ts'

const { INITIAL_BOOTSTRAP, PUSH_NAME } = proto.Message.HistorySyncType

type Config = Partial<UserFacingSocketConfig>

/** How a connection ended: the code that the client makes of it, and what the server said with it. */
export type Ended = { code: number | undefined; data: Record<string, string> | undefined }

/** Baileys as it is installed, pointed at the stand-in; `scan` is what somebody does with the code it shows. */
export function createTestClient(
  endpoint: NonNullable<Endpoints['whatsapp']>,
  scan: (text: string) => unknown,
) {
  const keys = new Map<string, unknown>()
  const agent = new Agent({ ca: endpoint.mediaCertificate })
  const auth = { creds: initAuthCreds(), keys: storeIn(keys) }
  const sent = new Map<string, proto.IMessage>()
  const sockets: WASocket[] = []
  let opened: WASocket | undefined
  let lastId = 0

  const connect = (config: Config = {}): WASocket => {
    const socket = makeWASocket({
      auth,
      waWebSocketUrl: endpoint.webSocketUrl,
      fetchAgent: agent,
      logger: silent,
      markOnlineOnConnect: false,
      emitOwnEvents: false,
      // As the product will have it: the history is not wanted, and not waited for.
      shouldSyncHistoryMessage: ({ syncType }) =>
        syncType === INITIAL_BOOTSTRAP || syncType === PUSH_NAME,
      getMessage: async ({ id }) => sent.get(id ?? ''),
      ...config,
    })
    socket.ev.on('creds.update', (update) => Object.assign(auth.creds, update))
    sockets.push(socket)
    return socket
  }

  const open = async (config?: Config): Promise<WASocket> => {
    const socket = connect(config)
    await until(socket, ({ connection }) => connection === 'open')
    opened = socket
    return socket
  }

  const current = (): WASocket => {
    if (!opened) throw new Error('The client has not logged in.')
    return opened
  }

  const newId = () => `3EB0${String((lastId += 1)).padStart(18, '0')}`

  /** Sends what was kept under this id, perhaps once more. */
  const relay = async (groupId: string, id: string): Promise<BinaryNode['attrs']> => {
    const socket = current()
    const acknowledged = once(socket.ws, `TAG:${id}`)
    await socket.relayMessage(groupId, sent.get(id) ?? {}, { messageId: id })
    const [ack] = await acknowledged
    return ack.attrs
  }

  return {
    auth,
    keys,
    /** What `getMessage` finds. */
    sent,
    connect,
    open,
    /** The connection that was opened last. */
    current,
    /** Logs in again if the connection was lost. */
    resume: async (): Promise<WASocket> => (opened?.ws.isOpen ? opened : open()),
    ended: (socket: WASocket): Promise<Ended> => ended(socket),
    shown: async (socket: WASocket): Promise<string> =>
      (await until(socket, ({ qr }) => qr !== undefined)).qr ?? '',
    /** Links by QR code and logs in. */
    async link(): Promise<WASocket> {
      const socket = connect()
      const end = ended(socket)
      const { qr = '' } = await until(socket, (update) => update.qr !== undefined)
      await scan(qr)
      await end
      return open()
    },
    newId,
    /** Sends and gives the server's acknowledgement. */
    async send(
      groupId: string,
      content: AnyMessageContent,
      id: string = newId(),
    ): Promise<BinaryNode['attrs']> {
      const socket = current()
      const message = await generateWAMessage(groupId, content, {
        userJid: socket.user?.id ?? '',
        messageId: id,
        upload: socket.waUploadToServer,
        logger: silent,
      })
      if (message.message) sent.set(id, message.message)
      return relay(groupId, id)
    },
    relay,
    async end(): Promise<void> {
      for (const socket of sockets) await socket.end(undefined)
    },
  }
}

const until = (socket: WASocket, fits: (update: Partial<ConnectionState>) => boolean) =>
  new Promise<Partial<ConnectionState>>((resolve) => {
    socket.ev.on('connection.update', (update) => fits(update) && resolve(update))
  })

async function ended(socket: WASocket): Promise<Ended> {
  const { lastDisconnect } = await until(socket, ({ connection }) => connection === 'close')
  const error = lastDisconnect?.error
  if (!error || !('output' in error)) return { code: undefined, data: undefined }
  return { code: error.output.statusCode, data: error.data }
}

function storeIn(keys: Map<string, unknown>): SignalKeyStore {
  return {
    get: (type, ids) =>
      Object.fromEntries(
        ids.flatMap((id) => {
          const value = keys.get(`${type}/${id}`)
          return value === undefined ? [] : [[id, value]]
        }),
      ) as never,
    set(data) {
      for (const [type, values] of Object.entries(data))
        for (const [id, value] of Object.entries(values)) {
          if (value === null) keys.delete(`${type}/${id}`)
          else keys.set(`${type}/${id}`, value)
        }
    },
  }
}

const silent: NonNullable<Config['logger']> = {
  level: 'silent',
  child: () => silent,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
}
