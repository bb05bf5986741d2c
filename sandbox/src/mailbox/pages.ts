import { html, type Html } from '../http/html.ts'
import type { Page } from '../http/page.ts'
import { dayWords, iso, timeWords } from '../http/times.ts'
import { codesIn } from './codes.ts'
import type { Mail } from './store.ts'

export function listPage(mails: Mail[]): Page {
  return {
    title: 'Sandbox mailbox',
    style: 'mailbox.css',
    script: 'mailbox.js',
    place: 'mailbox',
    body: html`<main class="page">
      <h1>Mailbox</h1>
      <p class="lede">
        Every mail this server sends lands here, whoever it is for. Nothing leaves your machine.
      </p>
      <div id="mails" aria-live="polite">${listItems(mails)}</div>
    </main>`,
  }
}

/** The list alone, fetched again when a mail arrives. */
export function listItems(mails: Mail[]): Html {
  if (mails.length === 0) {
    return html`<div class="empty">
      <p class="empty-title">No mail yet</p>
      <p>Sign up or ask for a new password, and it appears here by itself.</p>
    </div>`
  }
  return html`<ul class="mails" role="list">
    ${mails.map(listItem)}
  </ul>`
}

function listItem(mail: Mail): Html {
  const [code] = codesIn(mail)
  return html`<li>
    <a class="mail" href="/sandbox/mailbox/${mail.id}">
      <span class="mail-to">${mail.to.join(', ')}</span>
      <time datetime="${iso(mail.at)}">${whenWords(mail.at)}</time>
      <span class="mail-subject">${mail.subject || '(no subject)'}</span>
      ${code ? html`<span class="mail-code" aria-label="Code ${code}">${code}</span>` : ''}
      <span class="mail-text">${mail.text.slice(0, 140)}</span>
    </a>
  </li>`
}

export function mailPage(mail: Mail): Page {
  const codes = codesIn(mail)
  return {
    title: `${mail.subject || '(no subject)'} · Sandbox mailbox`,
    style: 'mailbox.css',
    script: 'mailbox.js',
    place: 'mailbox',
    body: html`<main class="page">
      <p><a class="back" href="/sandbox/mailbox">All mails</a></p>
      <h1>${mail.subject || '(no subject)'}</h1>
      <dl class="envelope">
        <dt>From</dt>
        <dd>${mail.from.name} ${mail.from.address ? `<${mail.from.address}>` : ''}</dd>
        <dt>To</dt>
        <dd>${mail.to.join(', ')}</dd>
        <dt>At</dt>
        <dd><time datetime="${iso(mail.at)}">${whenWords(mail.at)}</time></dd>
      </dl>
      ${codes.map(
        (code) =>
          html`<div class="code-card">
            <span class="code" data-testid="code">${code}</span>
            <button class="button" type="button" data-copy="${code}" aria-label="Copy code ${code}">
              Copy
            </button>
          </div>`,
      )}
      ${
        mail.html
          ? html`<h2>As sent</h2>
              <iframe
                class="mail-html"
                sandbox="allow-popups"
                src="/sandbox/mailbox/${mail.id}/html"
                title="The mail's HTML"
              ></iframe>`
          : ''
      }
      ${
        mail.text
          ? html`<h2>Text</h2>
              <pre class="mail-plain">${mail.text}</pre>`
          : ''
      }
    </main>`,
  }
}

const whenWords = (at: number): string => `${dayWords(at, Date.now())}, ${timeWords(at)}`
