import { Agent } from 'node:https'
import makeWASocket, {
  makeCacheableSignalKeyStore,
  proto,
  WA_CERT_DETAILS,
  type AuthenticationState,
  type SocketConfig,
  type WABrowserDescription,
  type WASocket,
} from 'baileys'
import type { WorkerSettings } from '../protocol.ts'
import { markingWrites, silent } from './log.ts'

const { INITIAL_BOOTSTRAP, PUSH_NAME } = proto.Message.HistorySyncType

/** How long the library waits for the answer to a query, in milliseconds. */
const QUERY_MS = 20_000

/** The options that differ between sockets. */
export type SocketOptions = {
  auth: AuthenticationState
  /** The system, browser and browser version that the device reports. */
  browser?: WABrowserDescription
  /** Returns the sent message with this id, for a phone that cannot open it. */
  getMessage?: SocketConfig['getMessage']
  cachedGroupMetadata?: SocketConfig['cachedGroupMetadata']
  /** Whether messages from there are opened; others are only acknowledged. */
  listensTo?: (jid: string) => boolean
  /** Called when the message with this id is written to the wire. */
  writing?: (id: string) => void
  version?: readonly [number, number, number] | undefined
}

/** An agent that trusts the sandbox's file servers; undefined if the sandbox does not stand in. */
export const agentOf = ({ mediaCertificate: ca }: WorkerSettings) =>
  ca ? new Agent({ ca }) : undefined

/**
 * Phones list the device as “Google Chrome (Carillon)”, so that nobody takes it for a stranger's and logs it out: the
 * browser is one of a few that they know, the system is free text.
 */
export const deviceName = (): WABrowserDescription => ['Carillon', 'Chrome', '22.04.4']

/** Makes sockets of the library, as this server uses them. */
export function openSockets(settings: WorkerSettings): (options: SocketOptions) => WASocket {
  // Process-wide, and a thread has modules of its own: set here alone.
  if (settings.rootKey) WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(settings.rootKey, 'hex')
  const agent = agentOf(settings)
  return ({
    auth,
    browser = deviceName(),
    getMessage,
    cachedGroupMetadata,
    listensTo = () => true,
    writing,
    version,
  }) =>
    makeWASocket({
      auth: { creds: auth.creds, keys: makeCacheableSignalKeyStore(auth.keys, silent) },
      logger: writing ? markingWrites(writing) : silent,
      browser,
      // A phone notifies its owner only while they seem to be offline, so this device must not look online.
      markOnlineOnConnect: false,
      emitOwnEvents: false,
      syncFullHistory: false,
      // We need no history; this kind has the names of hidden ids.
      shouldSyncHistoryMessage: ({ syncType }) =>
        syncType === INITIAL_BOOTSTRAP || syncType === PUSH_NAME,
      shouldIgnoreJid: (jid) => !listensTo(jid),
      // It would fetch addresses from users' texts; this server must not.
      generateHighQualityLinkPreview: false,
      defaultQueryTimeoutMs: QUERY_MS,
      // Other writes would wait behind one that is retried.
      transactionOpts: { maxCommitRetries: 3, delayBetweenTriesMs: 200 },
      ...(getMessage ? { getMessage } : {}),
      ...(cachedGroupMetadata ? { cachedGroupMetadata } : {}),
      ...(settings.webSocketUrl ? { waWebSocketUrl: settings.webSocketUrl } : {}),
      ...(version ? { version: [...version] } : {}),
      ...(settings.scanMs ? { qrTimeout: settings.scanMs } : {}),
      ...(agent ? { fetchAgent: agent } : {}),
    })
}

/** How a connection ended, read from the library's error. */
export function endOf(error: unknown): {
  code: number | undefined
  data: Record<string, string>
  reason: string
} {
  const { output, data, message } = (error ?? {}) as {
    output?: { statusCode?: number }
    data?: unknown
    message?: string
  }
  const said = data && typeof data === 'object' ? Object.entries(data) : []
  const texts = said.filter((one): one is [string, string] => typeof one[1] === 'string')
  return {
    code: output?.statusCode,
    data: Object.fromEntries(texts),
    reason: message ?? 'The connection ended.',
  }
}
