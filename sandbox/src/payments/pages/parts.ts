import { html, type Html } from '../../http/html.ts'
import { dateWords, timeWords } from '../../http/times.ts'
import type { Subscription } from '../../world/payments/model.ts'
import type { Payments } from '../payments.ts'

/** Over every page where money seems to move. */
export const ribbon = (): Html =>
  html`<aside class="test-mode" aria-label="Test mode">
    <strong>TEST MODE</strong>
    <span>No real money. No card is charged, nothing leaves your machine.</span>
  </aside>`

export const problemHtml = (problem: string | undefined): Html | '' =>
  problem ? html`<p class="problem" role="alert">${problem}</p>` : ''

/** The choice of what happens to the webhooks of the next press. */
export const webhookChoice = (): Html =>
  html`<fieldset class="choice">
    <legend>Webhooks after this</legend>
    ${choices.map(
      ({ value, words }, index) =>
        html`<label
          ><input
            type="radio"
            name="webhooks"
            value="${value}"
            ${index === 0 ? html`checked` : ''}
          />
          ${words}</label
        >`,
    )}
  </fieldset>`

const choices = [
  { value: 'sent', words: 'arrive at once' },
  { value: 'lost', words: 'are lost' },
  { value: 'late', words: 'come 20 seconds late' },
  { value: 'twice', words: 'come twice' },
  { value: 'reversed', words: 'come out of order' },
]

export const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)

const momentWords = (at: number): string => `${dateWords(at)}, ${timeWords(at)}`

/** Where a subscription stands, in a sentence. */
export function standing(subscription: Subscription): string {
  const end = dateWords(subscription.periodEnd)
  switch (subscription.status) {
    case 'canceled':
      return `Ended on ${dateWords(subscription.endedAt ?? subscription.changedAt)}`
    case 'past_due':
      return `Payment failed. The card is tried again on ${dateWords(subscription.retryAt ?? subscription.periodEnd)}`
    case 'active':
      return subscription.cancelAtPeriodEnd
        ? `Canceled: ends on ${end}`
        : `Active: renews on ${end}`
  }
}

/** The billing clock, and how to move it. */
export const clockHtml = (payments: Payments, path: string): Html =>
  html`<section class="panel clock" aria-labelledby="clock">
    <div>
      <h2 id="clock">Billing clock</h2>
      <p class="soft">
        <time>${momentWords(payments.now())}</time>${
          payments.state.aheadMs > 0 ? ', ahead of your own clock' : ''
        }
      </p>
    </div>
    <form method="post" action="${path}">
      <button class="button quiet" type="submit">Move one month forward</button>
    </form>
  </section>`
