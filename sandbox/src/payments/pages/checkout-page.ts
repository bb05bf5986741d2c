import { html, type Html } from '../../http/html.ts'
import type { Page } from '../../http/page.ts'
import type { Checkout } from '../../world/payments/model.ts'
import { PLAN } from '../billing.ts'
import type { Payments } from '../payments.ts'
import { money, problemHtml, ribbon, webhookChoice } from './parts.ts'

const price = money(PLAN.cents, PLAN.currency)

/** The page where a checkout is paid; afterwards it shows the result. */
export function checkoutPage(payments: Payments, checkout: Checkout, problem?: string): Page {
  return {
    title: 'Checkout · Sandbox payments',
    style: 'payments.css',
    place: 'payments',
    ownWayBack: true,
    body: html`${ribbon()}
      <main class="page wide">
        ${problemHtml(problem)}
        <div class="checkout">
          <section class="panel order" aria-labelledby="order">
            <h1 id="order">Carillon ${PLAN.name}</h1>
            <p class="price"><span>${price}</span> a month</p>
            <dl class="facts">
              <dt>Billed</dt>
              <dd>monthly, until canceled</dd>
              <dt>For</dt>
              <dd>${emailOf(payments, checkout)}</dd>
              <dt>Due today</dt>
              <dd><strong>${price}</strong></dd>
            </dl>
          </section>
          ${checkout.status === 'open' ? payForm(checkout) : outcome(checkout)}
        </div>
      </main>`,
  }
}

function payForm(checkout: Checkout): Html {
  return html`<section class="panel" aria-labelledby="pay">
    <h2 id="pay">Pay with the test card</h2>
    <p class="card-number" aria-label="Test card, 4242 4242 4242 4242">
      <span>4242 4242 4242 4242</span><span>12 / 34</span>
    </p>
    ${
      checkout.declined > 0
        ? html`<p class="problem" role="alert">
            The card was declined. Nothing was charged; try again.
          </p>`
        : ''
    }
    <form class="acts" method="post" action="/sandbox/pay/checkouts/${checkout.secret}">
      <button class="button wide-button" name="act" value="pay" type="submit">Pay ${price}</button>
      ${webhookChoice()}
      <div class="others" role="group" aria-label="Other outcomes">
        <button class="button quiet" name="act" value="pay_slowly" type="submit">
          Pay, the bank takes 20 seconds
        </button>
        <button class="button quiet" name="act" value="decline" type="submit">
          Decline the card
        </button>
        <button class="button quiet" name="act" value="fail" type="submit">Fail for good</button>
      </div>
    </form>
    ${wayBack(checkout, 'Back to Carillon without paying', 'quiet-link')}
  </section>`
}

function outcome(checkout: Checkout): Html {
  const [title, words] = outcomes[checkout.status]
  return html`<section class="panel" aria-labelledby="outcome">
    <h2 id="outcome" class="outcome ${checkout.status}">${title}</h2>
    <p>${words}</p>
    ${wayBack(checkout, 'Back to Carillon', 'button wide-button')}
  </section>`
}

const outcomes: Record<Checkout['status'], readonly [string, string]> = {
  open: ['Open', 'Nobody has paid yet.'],
  confirmed: ['The bank is working on it', 'The payment was started and is not confirmed yet.'],
  succeeded: ['Paid', 'Thank you. This was test money.'],
  failed: ['Payment failed', 'Nothing was charged. This checkout is closed.'],
  expired: ['Expired', 'Nothing was charged. This checkout is closed.'],
}

/** To the page the seller named for this outcome; the checkout's id stands where it asked for it. */
function wayBack(checkout: Checkout, words: string, looks: string): Html | '' {
  const { status, successUrl, cancelUrl, id } = checkout
  const paid = status === 'succeeded' || status === 'confirmed'
  const target = paid ? successUrl : (cancelUrl ?? successUrl)
  const href = target.replaceAll(/\{CHECKOUT(_SESSION)?_ID\}/g, encodeURIComponent(id))
  return html`<a class="${looks}" href="${href}">${words}</a>`
}

function emailOf({ state }: Payments, { customerId, email }: Checkout): string {
  const customer = customerId ? state.customers.get(customerId) : undefined
  return customer?.email ?? email ?? 'somebody without an e-mail address'
}
