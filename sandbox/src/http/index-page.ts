import type { Endpoints } from '../endpoints.ts'
import { html } from './html.ts'
import type { Page } from './page.ts'

/** The first page: what this is and where to look. */
export function indexPage(
  endpoints: Endpoints,
  counts: {
    chats: number
    mails: number
    accepted: number
    subscriptions: number
    /** Groups on WhatsApp, where the sandbox stands in for it. */
    whatsappGroups?: number
  },
): Page {
  return {
    title: 'The sandbox',
    style: 'sandbox.css',
    place: 'home',
    body: html`<main class="page">
      <h1>The sandbox</h1>
      <p class="lede">
        A pretend outside world on this machine. Messages and mails that the product sends arrive
        here instead of at Telegram or in somebody's inbox, so you can try everything without an
        account anywhere.
      </p>
      <ul class="cards" role="list">
        <li>
          <a class="card" href="/sandbox/phone"
            ><span class="card-title">Phone</span>
            What members of your groups see, live. Write as yourself, add the bot to a group, cause
            errors.
            <span class="card-fact"
              >${counts.chats} chats, ${counts.accepted} messages accepted</span
            ></a
          >
        </li>
        ${
          counts.whatsappGroups === undefined
            ? ''
            : html`<li>
                <a class="card" href="/sandbox/whatsapp"
                  ><span class="card-title">WhatsApp phone</span>
                  The same for WhatsApp: scan the code that the product shows, read as any member,
                  have the number restricted or banned.
                  <span class="card-fact">${counts.whatsappGroups} groups</span></a
                >
              </li>`
        }
        <li>
          <a class="card" href="/sandbox/mailbox"
            ><span class="card-title">Mailbox</span>
            Every mail this server sends. Codes are shown large, ready to copy.
            <span class="card-fact">${counts.mails} mails</span></a
          >
        </li>
        <li>
          <a class="card" href="/sandbox/pay"
            ><span class="card-title">Payments</span>
            Who pays for what, in test money. Renew, refund, lose a webhook, move the clock.
            <span class="card-fact"
              >${counts.subscriptions}
              ${counts.subscriptions === 1 ? 'subscription' : 'subscriptions'}</span
            ></a
          >
        </li>
      </ul>
      <h2>For programs</h2>
      <dl class="facts">
        <dt>Bot API</dt>
        <dd><code>${endpoints.botApiRoot}</code></dd>
        <dt>Bot</dt>
        <dd>@${endpoints.botUsername}</dd>
        <dt>SMTP</dt>
        <dd><code>${endpoints.smtp}</code></dd>
        <dt>Admin API</dt>
        <dd>
          <code>${endpoints.http}/sandbox/api</code>, described in <code>sandbox/README.md</code>
        </dd>
      </dl>
    </main>`,
  }
}
