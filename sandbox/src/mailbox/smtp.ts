import { once } from 'node:events'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { listen } from '../http/listen.ts'
import type { Mail, Mailbox } from './store.ts'

// The mails of this server are a page of text; what is larger is a mistake.
const MAIL_BYTES_MAX = 2 * 1024 * 1024

export type Smtp = { readonly port: number; close(): Promise<void> }

/** Takes every mail for everybody, without encryption or sign-in: it listens on loopback alone. */
export async function startSmtp(
  mailbox: Mailbox,
  options: { port: number; now: () => number },
): Promise<Smtp> {
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    banner: 'sandbox mailbox',
    size: MAIL_BYTES_MAX,
    disableReverseLookup: true,
    closeTimeout: 1_000,
    onData(stream, session, answer) {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      void keep(stream, to, answer)
    },
  })

  async function keep(stream: SMTPServerDataStream, to: string[], answer: Answer): Promise<void> {
    try {
      mailbox.keep(await take(stream, to, options.now()))
      answer(null, 'Kept in the sandbox mailbox')
    } catch (error) {
      answer(error instanceof Error ? error : new Error(String(error)))
    }
  }
  // A client that hangs up half way is its own affair.
  smtp.on('error', () => undefined)
  await listen(smtp.server, options.port, false)
  const address = smtp.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async close() {
      const closed = once(smtp.server, 'close')
      smtp.close()
      await closed
    },
  }
}

type Answer = (error?: Error | null, message?: string) => void

async function take(
  stream: SMTPServerDataStream,
  to: string[],
  at: number,
): Promise<Omit<Mail, 'id'>> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  if (stream.sizeExceeded) {
    throw Object.assign(new Error('The sandbox takes mails up to 2 MB.'), { responseCode: 552 })
  }
  const parsed = await PostalMime.parse(Buffer.concat(chunks))
  return {
    at,
    from: { name: parsed.from?.name ?? '', address: parsed.from?.address ?? '' },
    to,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    headers: Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value])),
  }
}
