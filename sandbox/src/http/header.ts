import { html, type Html } from './html.ts'

const places = [
  { name: 'home', href: '/sandbox/', label: 'Sandbox' },
  { name: 'phone', href: '/sandbox/phone', label: 'Phone' },
  { name: 'mailbox', href: '/sandbox/mailbox', label: 'Mailbox' },
  { name: 'payments', href: '/sandbox/pay', label: 'Payments' },
] as const

export type Place = (typeof places)[number]['name']

/** The header of every page: it says that this is a sandbox, and links back to Carillon. */
export function sandboxHeader(current: Place, back: string | undefined): Html {
  return html`<header class="strip">
    <nav aria-label="Sandbox">
      ${places.map(
        ({ name, href, label }) =>
          html`<a href="${href}" ${name === current ? html` aria-current="page"` : ''}
            >${label}</a
          >`,
      )}
    </nav>
    ${
      back
        ? html`<a class="strip-back" href="${back}" aria-label="← Back to Carillon"
            >← <span class="strip-more">Back to </span>Carillon</a
          >`
        : html`<p class="strip-note strip-more">
            Pretend world<span>: nothing here leaves your machine</span>
          </p>`
    }
  </header>`
}
