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

/** What the library waits for an answer to a question, in milliseconds. */
const QUERY_MS = 20_000

/** What differs from one socket to the next. */
export type SocketOptions = {
  auth: AuthenticationState
  /** What the device says it is: its system, its browser, and the version of that. */
  browser?: WABrowserDescription
  /** What was sent with this id, for a phone that cannot open it. */
  getMessage?: SocketConfig['getMessage']
  cachedGroupMetadata?: SocketConfig['cachedGroupMetadata']
  /** Whether what comes from there is read at all; the rest is acknowledged and never opened. */
  listensTo?: (jid: string) => boolean
  /** A message with this id goes to the wire now. */
  writing?: (id: string) => void
  version?: readonly [number, number, number] | undefined
}

/** Trusts the servers of files that stand in for the network's; undefined where nothing does. */
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
      // A phone rings for what its owner has not seen: it should not think that they sit here.
      markOnlineOnConnect: false,
      emitOwnEvents: false,
      syncFullHistory: false,
      // Nobody's history is wanted; these bring the names of hidden ids.
      shouldSyncHistoryMessage: ({ syncType }) =>
        syncType === INITIAL_BOOTSTRAP || syncType === PUSH_NAME,
      shouldIgnoreJid: (jid) => !listensTo(jid),
      // It fetches addresses that users write: none of that from here.
      generateHighQualityLinkPreview: false,
      defaultQueryTimeoutMs: QUERY_MS,
      // Others wait behind a write that is tried again.
      transactionOpts: { maxCommitRetries: 3, delayBetweenTriesMs: 200 },
      ...(getMessage ? { getMessage } : {}),
      ...(cachedGroupMetadata ? { cachedGroupMetadata } : {}),
      ...(settings.webSocketUrl ? { waWebSocketUrl: settings.webSocketUrl } : {}),
      ...(version ? { version: [...version] } : {}),
      ...(settings.scanMs ? { qrTimeout: settings.scanMs } : {}),
      ...(agent ? { fetchAgent: agent } : {}),
    })
}

/** How a connection ended, as the library tells it. */
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
