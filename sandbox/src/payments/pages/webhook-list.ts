import { html, type Html } from '../../http/html.ts'
import type { PortalSession, Webhook } from '../../world/payments/model.ts'
import type { Payments } from '../payments.ts'

const SHOWN = 12

/** The last webhooks of a provider, and a button to send one again. */
export function webhookList(payments: Payments, { provider }: PortalSession, path: string): Html {
  const last = [...payments.state.webhooks.values()]
    .filter((webhook) => webhook.provider === provider)
    .slice(-SHOWN)
    .toReversed()
  return html`<section class="panel" aria-labelledby="webhooks">
    <h2 id="webhooks">Webhooks</h2>
    <p class="soft">
      The last ${last.length}, to
      <code>${payments.state.targets.get(provider)?.url ?? 'nobody yet'}</code>
    </p>
    ${
      last.length === 0
        ? ''
        : html`<ul class="deliveries" role="list">
            ${last.map((webhook) => row(webhook, path))}
          </ul>`
    }
  </section>`
}

function row({ seq, type, status, attempts, outcome }: Webhook, path: string): Html {
  return html`<li>
    <code>${type}</code>
    <p>
      <span class="state ${status}">${words[status]}</span>
      <span class="soft">${attempts > 1 ? `${attempts} attempts. ` : ''}${outcome ?? ''}</span>
    </p>
    <form method="post" action="${path}/webhooks/${seq}">
      <button class="button quiet small" type="submit" aria-label="Send ${type} again">Send</button>
    </form>
  </li>`
}

const words: Record<Webhook['status'], string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  lost: 'Lost',
  given_up: 'Given up',
}
