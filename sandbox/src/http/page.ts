import type { FastifyReply } from 'fastify'
import { backFrom, rememberBack } from './back.ts'
import { sandboxHeader, type Place } from './header.ts'
import { html, type Html } from './html.ts'

// Nothing inline, nothing from elsewhere: what members and senders wrote cannot become a program.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export type Page = {
  title: string
  /** Which entry of the strip over the page is marked. */
  place: Place
  /** Stylesheet and script by their names under /sandbox/assets. */
  style: string
  script?: string
  /** The page itself leads back to Carillon, so that the strip over it does not. */
  ownWayBack?: true
  body: Html
  status?: number
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const back = backFrom(reply.request)
  if (back) rememberBack(reply, back)
  const wayBack = page.ownWayBack ? undefined : back
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title}</title>
        <link rel="stylesheet" href="/sandbox/assets/sandbox.css" />
        <link rel="stylesheet" href="/sandbox/assets/${page.style}" />
        <link rel="icon" href="/sandbox/assets/sandbox.svg" type="image/svg+xml" />
        ${wayBack ? script('back.js') : ''} ${page.script ? script(page.script) : ''}
      </head>
      <body>
        ${sandboxHeader(page.place, wayBack)} ${page.body}
      </body>
    </html>`
  return sendHtml(reply.code(page.status ?? 200), document)
}

const script = (name: string): Html =>
  html`<script type="module" src="/sandbox/assets/${name}"></script>`

export function sendHtml(reply: FastifyReply, content: Html): FastifyReply {
  return (
    reply
      .header('Content-Security-Policy', POLICY)
      .header('X-Content-Type-Options', 'nosniff')
      // Not `no-referrer`: with that a browser hides the origin of the page's own forms too.
      .header('Referrer-Policy', 'same-origin')
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(content.text)
  )
}
