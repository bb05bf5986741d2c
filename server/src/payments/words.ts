import type { Tier } from '@carillon/contract/tiers'
import type { Notice } from '../notifications/rules.ts'

const PLAN_PAGE = '/dashboard/settings#plan'

/** A day as people write it, on the calendar of a time zone: 12 December 2026. */
const dayIn = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  }).format(at)

/** The notification after the tier has changed. Each tier has a reason of its own: up and down again is not twice the same. */
export const tierNotice: Record<Tier, Notice> = {
  pro: {
    kind: 'plan',
    reason: 'tier pro',
    title: 'Your plan is Pro now',
    message: 'Groups and cycles are unlimited, and WhatsApp is yours where this server offers it.',
    link: PLAN_PAGE,
    mailed: 'always',
  },
  free: {
    kind: 'plan',
    reason: 'tier free',
    title: 'Your plan is Free now',
    message: 'Nothing was deleted. What is above its limits is suspended until you upgrade again.',
    link: '/dashboard/pricing',
    mailed: 'always',
  },
}

/** The notification after a payment failed; the tier stays until `until`. */
export const paymentFailed = (until: Date, timeZone: string): Notice => ({
  kind: 'plan',
  reason: 'payment',
  title: 'A payment failed',
  message: `Your plan stays Pro until ${dayIn(until, timeZone)}. Open the billing portal in your settings and check your card; it is charged again.`,
  link: PLAN_PAGE,
  mailed: 'always',
})

/** The notification some days before the tier goes down. */
export const endsSoon = (
  end: Date,
  timeZone: string,
  reason: 'canceled' | 'unpaid' | 'elsewhere',
): Notice => ({
  kind: 'plan',
  reason: 'ending',
  title: `Your plan is Pro until ${dayIn(end, timeZone)}`,
  message: endReasonWords[reason],
  link: PLAN_PAGE,
  mailed: 'always',
})

const endReasonWords = {
  canceled:
    'After that it is Free, and what is above its limits is suspended. Resume the subscription, or choose what stays, in your settings.',
  unpaid:
    'A payment is still missing. Without it your plan is Free after that, and what is above its limits is suspended. Check your card in the billing portal.',
  elsewhere:
    'It was bought from a payment provider that is not used here any more. After that it is Free, and what is above its limits is suspended. Choose what stays in your settings.',
}

/** The notification for somebody who pays more than once. */
export const paysTwice = (count: number): Notice => ({
  kind: 'plan',
  reason: 'twice',
  title: `You have ${count} subscriptions`,
  message:
    'One is enough. Cancel the others in the billing portal, which you find in your settings.',
  link: PLAN_PAGE,
  mailed: 'always',
})
