import { html, type Html } from '../../http/html.ts'
import type { Page } from '../../http/page.ts'
import type { Customer } from '../../world/payments/model.ts'
import type { Payments } from '../payments.ts'
import { subscriptionsOf } from '../subscriptions.ts'
import { clockHtml, ribbon, standing } from './parts.ts'

// Somebody who tries the product has one or two; tests look elsewhere.
const SHOWN = 50

/** Everybody who ever paid, or wanted to. */
export function overviewPage(payments: Payments): Page {
  const customers = [...payments.state.customers.values()]
    .filter((customer) => customer.deletedAt === null)
    .slice(-SHOWN)
    .toReversed()
  return {
    title: 'Sandbox payments',
    style: 'payments.css',
    place: 'payments',
    body: html`${ribbon()}
      <main class="page">
        <h1>Payments</h1>
        <p class="lede">
          Who pays for what in this pretend world. Press “Upgrade to Pro” in Carillon, and its
          customer appears here.
        </p>
        ${
          customers.length === 0
            ? html`<div class="empty">
                <p class="empty-title">Nobody has paid yet</p>
                <p>Prices are in Carillon under Pricing.</p>
              </div>`
            : html`<ul class="customers" role="list">
                ${customers.map((customer) => row(payments, customer))}
              </ul>`
        }
        ${clockHtml(payments, '/sandbox/pay/clock')}
      </main>`,
  }
}

function row(payments: Payments, customer: Customer): Html {
  const [newest] = subscriptionsOf(payments, customer.id)
  return html`<li class="panel customer">
    <div>
      <strong>${customer.email ?? customer.id}</strong>
      <p class="soft">
        ${newest ? standing(newest) : 'No subscription'} · ${names[customer.provider]}
      </p>
    </div>
    <form method="post" action="/sandbox/pay/customers/${customer.id}">
      <button class="button quiet" type="submit" aria-label="Open ${customer.email ?? customer.id}">
        Open
      </button>
    </form>
  </li>`
}

const names = { polar: 'by Polar', stripe: 'by Stripe' }
