import pg from 'pg'
import { StartError } from '../errors.ts'

/** The oldest PostgreSQL that has what our tables use (`unique nulls not distinct`). */
const OLDEST = 15

/** A healthy PostgreSQL answers in milliseconds. */
const ANSWER_WITHIN_MS = 10_000

/** How many connections one process opens at most: two pools, the job engine, and those with one purpose. */
const CONNECTIONS = 26

/**
 * Connects for the first time. Throws StartError when that fails, or when we cannot work with this database. Its
 * message names the host, user or database of DATABASE_URL, never the password. Each statement may take 10 s unless
 * it says otherwise.
 */
export async function connect(
  url: string,
  options: pg.ClientConfig = {},
  { oldest = OLDEST, answerWithinMs = ANSWER_WITHIN_MS } = {},
): Promise<pg.Client> {
  const client = open({
    connectionString: url,
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
    ...options,
  })
  // A lost connection fails the running statement as well; without a listener it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; major: number; readOnly: boolean }>(
      `select current_setting('server_version') as version,
              current_setting('server_version_num')::int / 10000 as major,
              current_setting('transaction_read_only') = 'on' as "readOnly"`,
    )
    const refusal = rows[0] && unsuitable(rows[0], oldest)
    if (refusal) throw new StartError(`PostgreSQL at ${addressOf(client)} ${refusal}`)
    return client
  } catch (error) {
    client.end().catch(() => {})
    if (error instanceof StartError) throw error
    throw new StartError(wordsFor(client, error as Problem), { cause: error })
  }
}

type Problem = Error & { code?: string; path?: string }

function open(config: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client(config)
  } catch (error) {
    const { code, path, message } = error as Problem
    throw new StartError(
      code === 'ENOENT' || code === 'EACCES'
        ? `DATABASE_URL names the file ${path}, which cannot be read: correct its sslrootcert, sslcert or sslkey.`
        : `DATABASE_URL cannot be used: ${message}.`,
      { cause: error },
    )
  }
}

function unsuitable(
  { version, major, readOnly }: { version: string; major: number; readOnly: boolean },
  oldest: number,
): string | undefined {
  if (major < oldest)
    return `is version ${version}, which is too old: Carillon needs version ${oldest} or newer.`
  if (readOnly)
    return 'can only be read: it is a standby, or set to read-only. Name the primary server in DATABASE_URL.'
  return undefined
}

const addressOf = ({ host, port }: pg.Client) => `${host}:${port}`

function wordsFor(client: pg.Client, { code = '', message }: Problem): string {
  const server = `PostgreSQL at ${addressOf(client)}`
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `DATABASE_URL names the host "${client.host}", which cannot be found: correct the name, or check that this machine can look names up.`
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `Nothing listens at ${addressOf(client)}, where DATABASE_URL says that PostgreSQL is: start it, or correct host and port.`
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `This machine has no way to ${addressOf(client)}, where DATABASE_URL says that PostgreSQL is: check the network between them.`
    case '28P01':
      return `${server} refuses the password of the user "${client.user}": correct it in DATABASE_URL. Special characters are written as %-codes there.`
    case '28000':
      return `${server} does not let the user "${client.user}" in: ${message}. ${
        message.includes('no encryption')
          ? 'It may want TLS: add ?sslmode=verify-full to DATABASE_URL.'
          : 'Check the user in DATABASE_URL, and pg_hba.conf on the server.'
      }`
    case '3D000':
      return `${server} has no database "${client.database}": make it (create database), or correct its name in DATABASE_URL.`
    case '53300':
      return `${server} has no connection left for us (${message}): raise max_connections or the limit of the user; each Carillon process uses up to ${CONNECTIONS}.`
    case '57P03':
      return `${server} is starting or stopping: start again when it is ready.`
    default:
      return wordsOf(message, code, client)
  }
}

/** Errors without a code, recognized by the driver's message. */
function wordsOf(message: string, code: string, client: pg.Client): string {
  const server = `PostgreSQL at ${addressOf(client)}`
  if (code === 'ETIMEDOUT' || /timeout/i.test(message))
    return `${server} does not answer: it hangs, or a firewall drops what we send. Check that it works, and host and port in DATABASE_URL.`
  if (/client password must be a/.test(message))
    return `${server} wants a password of the user "${client.user}", and DATABASE_URL has none.`
  if (/does not support SSL/.test(message))
    return `${server} does not speak TLS, which DATABASE_URL asks for: turn it on there (ssl = on), or set sslmode=disable if nobody else can read this network.`
  if (/^(CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code))
    return `${server} shows a certificate that is not trusted (${message}): name its authority in DATABASE_URL with sslrootcert=FILE.`
  if (code === 'ECONNRESET' || message.startsWith('Connection terminated'))
    return `What listens at ${addressOf(client)} hangs up on us: check that it is PostgreSQL, and the port in DATABASE_URL.`
  return `${server} cannot be used: ${message}.`
}
