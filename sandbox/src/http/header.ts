import { html, type Html } from './html.ts'

const places = [
  { name: 'home', href: '/sandbox/', label: 'Sandbox' },
  { name: 'phone', href: '/sandbox/phone', label: 'Phone' },
  { name: 'mailbox', href: '/sandbox/mailbox', label: 'Mailbox' },
] as const

/** The strip over every page that says this is all pretend. */
export function sandboxHeader(current: (typeof places)[number]['name']): Html {
  return html`<header class="strip">
    <nav aria-label="Sandbox">
      ${places.map(
        ({ name, href, label }) =>
          html`<a href="${href}" ${name === current ? html` aria-current="page"` : ''}
            >${label}</a
          >`,
      )}
    </nav>
    <p class="strip-note">
      Pretend world<span class="strip-more">: nothing here leaves your machine</span>
    </p>
  </header>`
}
