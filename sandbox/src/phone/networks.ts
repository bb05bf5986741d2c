import { html, type Html } from '../http/html.ts'
import type { World } from '../world/world.ts'

/** The way from one network's phone to the other's, where the sandbox has both. */
export function networksHtml({ state }: World, current: 'telegram' | 'whatsapp'): Html {
  if (state.whatsapp.people.size === 0) return html``
  const entry = (network: typeof current, href: string, label: string) =>
    html`<a href="${href}" ${network === current ? html` aria-current="page"` : ''}>${label}</a>`
  return html`<nav class="topics networks" aria-label="Phone">
    ${entry('telegram', '/sandbox/phone', 'Telegram')}
    ${entry('whatsapp', '/sandbox/whatsapp', 'WhatsApp')}
  </nav>`
}
