import { createHmac } from 'node:crypto'
import type { Tier } from '@carillon/contract/tiers'
import { cancelSubscription, refresh, resumeSubscription } from '../src/payments/actions.ts'
import { createCheckout } from '../src/payments/checkout.ts'
import { sweep } from '../src/payments/sweep.ts'
import { verifyCheckout } from '../src/payments/checkout-verification.ts'
import { days, hours, minutes, seconds } from '../src/platform/clock.ts'
import type { UserContext } from '../src/platform/context.ts'
import { AppError } from '../src/platform/errors.ts'
import { draw } from '../src/schedule/rules.ts'
import { tierOfUser } from '../src/tiers/actions.ts'
import { hurried } from './hurried-clock.ts'
import type { Shop } from './shop.ts'

/** A fault that was found. */
export type Wrong = { seed: number; step: number; act: string; who: string; words: string }

const PAYING = ['pay', 'pay', 'pay', 'pay', 'pay', 'pay'] as const

/** The grace period after a failed payment. */
const GRACE_MS = days(7)

/** Stripe does not say since when a payment is missing: the first look that sees it counts, here one of each day. */
const SEEN_WITHIN_MS = { polar: 0, stripe: days(1) + hours(2) }

/**
 * Lets two people buy, cancel and fail to pay for a while, in any order: at the provider and here, with webhooks
 * that get lost, come late, twice, in any order or from a stranger, and with time that passes. Whenever the
 * provider was asked just now the tier must be what it says; in between it must be what was true at some moment
 * since then. Returns what went wrong first, or how often a tier changed.
 */
export async function livePaying(
  shop: Shop,
  users: readonly UserContext[],
  { seed, count }: { seed: number; count: number },
): Promise<Wrong | { changes: number }> {
  const { app, sandbox, provider } = shop
  const { billing } = sandbox
  let drawn = 0
  const chance = () => draw(`${seed} ${drawn++}`)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)]!
  const people = users.map((user) => ({
    id: user.user.id,
    user: { ...user, clock: hurried(app.clock) } as UserContext,
    /** What was true since the provider was asked last. */
    true: new Set<Tier>(['free']),
    had: 'free' as Tier,
  }))
  type Person = (typeof people)[number]

  type View = Awaited<ReturnType<typeof billing.view>>
  const view = () => billing.view()
  /** The tier by the provider's current data. */
  function truthOf({ id }: Person, { customers, subscriptions, now }: View): readonly Tier[] {
    const mine = customers.filter(({ userId }) => userId === id).map((one) => one.id)
    const owned = subscriptions.filter(({ customerId }) => mine.includes(customerId))
    const pays = owned.some(
      ({ status, cancelAtPeriodEnd, periodEnd, pastDueAt }) =>
        (status === 'active' && !(cancelAtPeriodEnd && periodEnd <= now)) ||
        (status === 'past_due' && now < (pastDueAt ?? now) + GRACE_MS),
    )
    const seenLate = owned.some(
      ({ status, pastDueAt }) =>
        status === 'past_due' && now < (pastDueAt ?? now) + GRACE_MS + SEEN_WITHIN_MS[provider],
    )
    if (pays) return ['pro']
    return seenLate ? ['free', 'pro'] : ['free']
  }

  /** Runs what may be refused in words; anything else is a fault. True when it went. */
  async function may(work: Promise<unknown>, ...codes: string[]): Promise<boolean> {
    try {
      await work
      return true
    } catch (error) {
      if (error instanceof AppError && codes.includes(error.code)) return false
      throw error
    }
  }

  const checkoutsOf = async ({ id }: Person) =>
    (await view()).checkouts.filter(({ userId }) => userId === id)

  const subscriptionsOf = async ({ id }: Person) => {
    const { customers, subscriptions } = await view()
    const mine = new Set(customers.filter(({ userId }) => userId === id).map((one) => one.id))
    return subscriptions.filter(({ customerId }) => mine.has(customerId))
  }

  /** Sends a webhook of our own making; returns how it was taken. */
  async function post(body: string, secret: string, at: number) {
    const response = await fetch(shop.hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...sign(provider, secret, body, at) },
      body,
    })
    return response.status
  }

  /** Each answers whom the provider was asked about just now, or nothing. */
  const acts: Record<string, (who: Person) => Promise<readonly Person[] | void>> = {
    async checkout({ user }) {
      await may(createCheckout(user, 'pro'), 'conflict')
    },
    async twoTabs({ user }) {
      const made = await Promise.allSettled([
        createCheckout(user, 'pro'),
        createCheckout(user, 'pro'),
      ])
      const urls = made.flatMap((one) => (one.status === 'fulfilled' ? one.value.checkoutUrl : []))
      if (new Set(urls).size > 1) throw new Error(`Two tabs got two checkouts: ${urls.join(', ')}`)
    },
    async press(who) {
      const mine = await checkoutsOf(who)
      const waiting = mine.filter(({ status }) => status === 'confirmed')
      if (waiting.length > 0 && chance() < 0.5) {
        await billing.checkout(pick(waiting).id, { act: 'refuse', webhooks: 'lost' })
      }
      const open = mine.filter(({ status }) => status === 'open')
      if (open.length === 0) return
      const act = pick([...PAYING, 'pay_slowly', 'decline', 'fail', 'expire'] as const)
      await billing.checkout(pick(open).id, { act, webhooks: 'lost' })
    },
    async portal(who) {
      const all = await subscriptionsOf(who)
      if (all.length === 0) return
      const act = pick([
        'renew',
        'fail',
        'recover',
        'refund',
        'cancel',
        'resume',
        'end',
        'end_later',
      ] as const)
      // The provider refuses what makes no sense in this state.
      await billing.subscription(pick(all).id, { act, webhooks: 'lost' }).catch(() => {})
    },
    cancel: async (who) => ((await may(cancelSubscription(who.user), 'conflict')) ? [who] : []),
    resume: async (who) => ((await may(resumeSubscription(who.user), 'conflict')) ? [who] : []),
    comeBack: async (who) => ((await may(refresh(who.user))) ? [who] : []),
    async verify(who) {
      const { checkouts } = await view()
      if (checkouts.length === 0) return
      const one = pick(checkouts)
      if (one.userId === who.id) {
        await verifyCheckout(who.user, one.id)
        return [who]
      }
      if (await may(verifyCheckout(who.user, one.id), 'not_found')) {
        throw new Error('A checkout of somebody else was shown.')
      }
    },
    async webhooks() {
      const { webhooks } = await view()
      for (let sent = 0; webhooks.length > 0 && sent < 4; sent++) {
        const { seq } = pick(webhooks)
        const outcome = await billing.send(seq)
        if (outcome.status !== 'delivered') throw new Error(`A webhook failed: ${outcome.outcome}`)
      }
      await app.runJobs()
    },
    async allWebhooks() {
      const { webhooks } = await view()
      const late = webhooks.toSorted(() => chance() - 0.5)
      for (const { seq } of late.slice(0, 12)) await billing.send(seq)
      await app.runJobs()
    },
    async strangers() {
      const { webhooks } = await view()
      const now = app.clock.now().getTime()
      const body = webhooks.length > 0 ? pick(webhooks).body : '{}'
      const secret = secretOf(shop)
      const refused = [
        await post(body, 'whsec_of_somebody_else', now),
        await post(body, secret, now - minutes(6)),
        await post(body, secret, now + minutes(6)),
        await post(body.slice(0, body.length / 2), secret, now),
      ]
      // From the 61st within a minute on, so much nonsense is not even read any more.
      if (refused.some((status) => status !== 403 && status !== 429)) {
        throw new Error(`What nobody signed was answered ${refused.join(', ')}.`)
      }
    },
    async time() {
      const ms = pick([seconds(30), minutes(7), hours(3), days(1), days(3), days(8), days(31)])
      if (provider === 'polar') return app.clock.advance(ms)
      for (let left = ms; left > 0; left -= days(1)) {
        app.clock.advance(Math.min(left, days(1)))
        await sweep(app.ctx)
      }
    },
    async sweep() {
      app.clock.advance(hours(1) + minutes(1))
      await sweep(app.ctx)
      return people
    },
  }

  // What decides comes more often than what is only asked.
  const often = ['press', 'press', 'press', 'press', 'checkout', 'checkout', 'checkout']
  const more = ['portal', 'portal', 'sweep', 'sweep', 'time', 'webhooks']
  const names = [...Object.keys(acts), ...often, ...more]
  let changes = 0
  for (let step = 0; step < count; step++) {
    const act = pick(names)
    const who = pick(people)
    const wrong = (words: string, about = who): Wrong => ({
      seed,
      step,
      act,
      who: about.id,
      words,
    })
    const truths = async () => {
      const seen = await view()
      for (const person of people) {
        for (const tier of truthOf(person, seen)) person.true.add(tier)
      }
      return seen
    }
    await truths()
    let asked: readonly Person[]
    try {
      asked = (await acts[act]!(who)) ?? []
    } catch (error) {
      return wrong(String(error))
    }
    const seen = await truths()
    for (const person of people) {
      const tier = await tierOfUser(app.ctx, person.id)
      if (tier !== person.had) changes += 1
      person.had = tier
      const truth = truthOf(person, seen)
      if (asked.includes(person)) {
        if (!truth.includes(tier)) {
          return wrong(`The tier is ${tier}, and paid for is ${truth.join(' or ')}.`, person)
        }
        person.true = new Set(truth)
      } else if (!person.true.has(tier)) {
        return wrong(`The tier is ${tier}, which was not true since it was asked for.`, person)
      }
    }
  }
  return { changes }
}

export const secretOf = ({ sandbox, provider }: Pick<Shop, 'sandbox' | 'provider'>): string =>
  sandbox.payments[provider].webhookSecret

/** The headers by which a provider signs, made by hand: a stranger can do as much. */
export function sign(
  provider: Shop['provider'],
  secret: string,
  body: string,
  at: number,
  id = `msg_${at}`,
): Record<string, string> {
  const dated = Math.floor(at / 1_000)
  const hmac = (text: string) => createHmac('sha256', secret).update(text)
  if (provider === 'stripe') {
    return { 'stripe-signature': `t=${dated},v1=${hmac(`${dated}.${body}`).digest('hex')}` }
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': String(dated),
    'webhook-signature': `v1,${hmac(`${id}.${dated}.${body}`).digest('base64')}`,
  }
}
