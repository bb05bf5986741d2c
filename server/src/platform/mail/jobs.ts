import { createTransport } from 'nodemailer'
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import { instant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Mail, MailJob } from './mail.ts'

/** How long to wait for a mail server, in milliseconds; the job is tried again. */
const TIMEOUT_MS = 20_000

/** Hands one mail to the mail server; throws when it is not taken, so that the job is tried again. */
export async function deliverMail(ctx: Context, job: MailJob): Promise<void> {
  if (job.goodUntil && instant(job.goodUntil) <= ctx.clock.now()) return
  const { smtpUrl, from } = ctx.config.mail
  if (!smtpUrl) throw new Error('No mail server is set: SMTP_URL is empty.')

  const sealed = Buffer.from(job.sealed, 'base64')
  const letter = JSON.parse(ctx.secrets.open(sealed, job.place)) as Omit<Mail, 'goodUntil'>
  const transport = createTransport(smtpOptions(smtpUrl))
  try {
    await transport.sendMail({ ...letter, from, headers: { 'Auto-Submitted': 'auto-generated' } })
  } finally {
    transport.close()
  }
}

/** How to reach the mail server of an `SMTP_URL`. Codes and passwords never cross a network in the clear. */
export function smtpOptions(url: string): SMTPTransport.Options {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const loopback = ['127.0.0.1', 'localhost', '::1'].includes(host)
  return {
    host,
    port: Number(port || (secure ? 465 : 587)),
    secure,
    ...(loopback ? { ignoreTLS: true } : { requireTLS: true }),
    ...(username
      ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
      : {}),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
