import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Address = z.object({ name: z.string(), address: z.string() })

const Mail = z.object({
  id: z.int(),
  /** When it was accepted: milliseconds since 1970. */
  at: z.number(),
  from: Address,
  /** The recipients of the envelope. */
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()),
})
export type Mail = z.infer<typeof Mail>

export type Mailbox = {
  /** Newest first; of one recipient if asked. */
  list(to?: string): Mail[]
  find(id: number): Mail | undefined
  keep(mail: Omit<Mail, 'id'>): Mail
  listen(listener: (mail: Mail) => void): () => void
  clear(): void
}

// Somebody who tries the product looks at the last few; tests at their own.
const MAILS_KEPT = 200

/** The mails of this server in a folder of small files, one a mail. */
export function openMailbox(dir: string): Mailbox {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const listeners = new Set<(mail: Mail) => void>()
  let mails = readMails(dir)
  let lastId = mails[0]?.id ?? 0
  const fileOf = (id: number) => join(dir, `${String(id).padStart(8, '0')}.json`)

  return {
    list: (to) => (to ? mails.filter((mail) => isFor(mail, to)) : [...mails]),
    find: (id) => mails.find((mail) => mail.id === id),
    keep(given) {
      const mail: Mail = { id: ++lastId, ...given }
      const fresh = `${fileOf(mail.id)}.new`
      writeFileSync(fresh, JSON.stringify(mail), { mode: 0o600 })
      renameSync(fresh, fileOf(mail.id))
      mails.unshift(mail)
      for (const old of mails.splice(MAILS_KEPT)) rmSync(fileOf(old.id), { force: true })
      for (const listener of listeners) listener(mail)
      return mail
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clear() {
      for (const mail of mails) rmSync(fileOf(mail.id), { force: true })
      mails = []
    },
  }
}

/** Whether a mail was handed over for this address, in any case. */
export const isFor = (mail: Mail, address: string): boolean =>
  mail.to.some((one) => one.toLowerCase() === address.toLowerCase())

function readMails(dir: string): Mail[] {
  const names = readdirSync(dir).filter((name) => name.endsWith('.json'))
  return names
    .map((name) => Mail.parse(JSON.parse(readFileSync(join(dir, name), 'utf8'))))
    .sort((a, b) => b.id - a.id)
}
