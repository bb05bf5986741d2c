import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { idIn, read } from '../control/read.ts'
import { sendHtml, sendPage } from '../http/page.ts'
import { openStream } from '../http/sse.ts'
import { ControlRefusal } from '../world/world.ts'
import { codesIn } from './codes.ts'
import { listItems, listPage, mailPage } from './pages.ts'
import { isFor, type Mail, type Mailbox } from './store.ts'

const Query = z.object({ to: z.string().optional(), since: z.coerce.number().optional() })

/** The mailbox for eyes at /sandbox/mailbox and for tests at /sandbox/api/mails. */
export function mailboxRoutes(app: FastifyInstance, mailbox: Mailbox): void {
  const mailIn = (params: unknown): Mail => {
    const mail = mailbox.find(idIn(params))
    if (!mail) throw new ControlRefusal('There is no such mail any more.', 404)
    return mail
  }

  app.get('/sandbox/api/mails', ({ query }) => {
    const { to, since = 0 } = read(Query, query)
    return {
      mails: mailbox
        .list(to)
        .filter((mail) => mail.id > since)
        .map(mailView),
    }
  })
  app.get('/sandbox/api/mails/stream', ({ query }, reply) => {
    const { to, since = Infinity } = read(Query, query)
    const stream = openStream(reply)
    const past = mailbox.list(to).filter((mail) => mail.id > since)
    for (const mail of past.reverse()) stream.send(mailView(mail))
    stream.onEnd(
      mailbox.listen((mail) => {
        if (!to || isFor(mail, to)) stream.send(mailView(mail))
      }),
    )
  })

  app.get('/sandbox/mailbox', (_, reply) => sendPage(reply, listPage(mailbox.list())))
  app.get('/sandbox/mailbox/items', (_, reply) => sendHtml(reply, listItems(mailbox.list())))
  app.get('/sandbox/mailbox/:id', ({ params }, reply) => sendPage(reply, mailPage(mailIn(params))))
  // Shown in a frame without scripts, forms or an origin; its own policy says the same once more.
  app.get('/sandbox/mailbox/:id/html', ({ params }, reply) =>
    reply
      .header('Content-Security-Policy', MAIL_POLICY)
      .header('X-Content-Type-Options', 'nosniff')
      .type('text/html; charset=utf-8')
      .send(mailIn(params).html),
  )
}

const MAIL_POLICY =
  "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

const mailView = (mail: Mail) => ({ ...mail, codes: codesIn(mail) })

export type MailView = ReturnType<typeof mailView>
