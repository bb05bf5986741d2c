import { html, type Html } from '../../http/html.ts'
import type { Page } from '../../http/page.ts'
import type { Customer, PortalSession, Subscription } from '../../world/payments/model.ts'
import { PLAN } from '../billing.ts'
import { invoicesOf } from '../invoices.ts'
import type { Payments } from '../payments.ts'
import { subscriptionsOf } from '../subscriptions.ts'
import { clockHtml, money, problemHtml, ribbon, standing, webhookChoice } from './parts.ts'
import { shortDate } from '../../http/times.ts'
import { webhookList } from './webhook-list.ts'

type Shown = { session: PortalSession; customer: Customer; problem?: string | undefined }

/** The billing page of a customer: subscriptions, invoices, and buttons for what may happen to them. */
export function portalPage(payments: Payments, { session, customer, problem }: Shown): Page {
  const subscriptions = subscriptionsOf(payments, customer.id)
  const path = `/sandbox/pay/portal/${session.token}`
  return {
    title: 'Billing · Sandbox payments',
    style: 'payments.css',
    place: 'payments',
    ownWayBack: true,
    body: html`${ribbon()}
      <main class="page wide">
        <div class="head">
          <div>
            <h1>Billing</h1>
            <p class="soft">${customer.email ?? 'A customer without an e-mail address'}</p>
          </div>
          ${
            session.returnUrl
              ? html`<a class="button" href="${session.returnUrl}">Back to Carillon</a>`
              : html`<a class="button quiet" href="/sandbox/pay">All payments</a>`
          }
        </div>
        ${problemHtml(problem)}
        ${
          subscriptions.length === 0
            ? html`<div class="empty">
                <p class="empty-title">No subscription</p>
                <p>Nothing was ever bought by this customer.</p>
              </div>`
            : subscriptions.map((one) => subscriptionPanel(payments, one, path))
        }
        ${clockHtml(payments, `${path}/clock`)} ${webhookList(payments, session, path)}
      </main>`,
  }
}

function subscriptionPanel(payments: Payments, subscription: Subscription, path: string): Html {
  const title = `Carillon ${PLAN.name}`
  const price = `${money(subscription.cents, subscription.currency)} a month`
  return html`<section class="panel" aria-label="${title}">
    <div class="subscription">
      <h2>${title}</h2>
      <p class="soft">${price}</p>
      <p class="standing ${subscription.status}">${standing(subscription)}</p>
    </div>
    ${actsForm(subscription, path)} ${invoiceTable(payments, subscription)}
  </section>`
}

type Button = { act: string; words: string; looks?: 'danger' }

function buttonsOf({ status, cancelAtPeriodEnd }: Subscription): Button[] {
  const refund: Button = { act: 'refund', words: 'Refund the last payment', looks: 'danger' }
  if (status === 'canceled') return [refund]
  const end: Button = { act: 'end', words: 'End now', looks: 'danger' }
  const owner: Button = cancelAtPeriodEnd
    ? { act: 'resume', words: 'Resume' }
    : { act: 'cancel', words: 'Cancel at period end' }
  if (status === 'past_due') {
    return [{ act: 'recover', words: 'Recover the payment' }, owner, refund, end]
  }
  const time: Button[] = cancelAtPeriodEnd
    ? [{ act: 'renew', words: 'Let the paid time end' }]
    : [
        { act: 'renew', words: 'Renew now' },
        { act: 'fail', words: 'Fail the renewal' },
      ]
  return [...time, owner, refund, end]
}

function actsForm(subscription: Subscription, path: string): Html {
  return html`<form class="acts" method="post" action="${path}">
    <input type="hidden" name="subscription" value="${subscription.id}" />
    <div class="others" role="group" aria-label="What to do">
      ${buttonsOf(subscription).map(
        ({ act, words, looks = 'quiet' }) =>
          html`<button class="button ${looks}" name="act" value="${act}" type="submit">
            ${words}
          </button>`,
      )}
    </div>
    ${webhookChoice()}
  </form>`
}

function invoiceTable(payments: Payments, { id }: Subscription): Html {
  const status = { paid: 'Paid', unpaid: 'Unpaid', refunded: 'Refunded' }
  return html`<h3>Invoices</h3>
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Date</th>
          <th scope="col">Amount</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        ${invoicesOf(payments, id).map(
          (invoice) =>
            html`<tr>
              <td>${invoice.number}</td>
              <td>${shortDate(invoice.at)}</td>
              <td>${money(invoice.cents, invoice.currency)}</td>
              <td>${status[invoice.status]}</td>
            </tr>`,
        )}
      </tbody>
    </table>`
}
