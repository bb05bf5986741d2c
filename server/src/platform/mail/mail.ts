import type { Context, Tx } from '../context.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** After this it is not sent any more: a code that has expired only confuses. */
  goodUntil?: Date
}

/** What a mail job carries. Sealed, since mails hold codes and the job's row outlives them. */
export type MailJob = { sealed: string; place: string; goodUntil?: string }

declare module '../jobs/jobs.ts' {
  interface JobData {
    'mail.send': MailJob
  }
}

/** Sends a mail in the background if, and only if, the transaction commits. */
export async function sendMail(ctx: Context, tx: Tx, mail: Mail): Promise<void> {
  const { goodUntil, ...letter } = mail
  const place = `mail:${ctx.ids.next()}`
  await tx.enqueue('mail.send', {
    sealed: ctx.secrets.seal(JSON.stringify(letter), place).toString('base64'),
    place,
    ...(goodUntil ? { goodUntil: goodUntil.toISOString() } : {}),
  })
}
