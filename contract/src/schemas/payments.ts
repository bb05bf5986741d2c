import { z } from 'zod'
import { ProductId, Tier, TierLimits } from './tiers.ts'
import { Id, Instant } from './wire.ts'

/** Whether plans are sold on this server; while they are not, calls that sell answer `forbidden`. */
export const PaymentsStatus = z.object({
  available: z.boolean(),
  /** Why nothing can be bought, in words. */
  reason: z.string().optional(),
  /** Who takes the money. */
  provider: z.enum(['polar', 'stripe']).optional(),
  /** Whether payments are only played, and no money moves. */
  test: z.boolean().optional(),
})

/** A product that costs something; the free tier is nothing to buy. */
const PaidProduct = ProductId.exclude(['free_tier'], { error: 'Choose a plan that is for sale.' })

export const Checkout = z.object({ checkoutUrl: z.url() })

export const CreateCheckout = z.object({
  productId: PaidProduct,
  /** Where in the web app the browser comes back to; the pricing page unless something else is said. */
  returnTo: z
    .string()
    .max(300)
    .regex(/^\/dashboard(\/[\w-]+)*$/, 'Name a page of the dashboard, like /dashboard/pricing.')
    .optional(),
})

/** The paid agreement at the provider, as far as it matters to the person. */
export const Subscription = z.object({
  /** What it pays for; `free` for what is none of the plans any more. */
  tier: Tier,
  /**
   * `active`: it is renewed. `canceled`: it was paid for, and ends at `endsAt`. `past_due`: a payment failed; the
   * tier stays until `graceUntil`.
   */
  status: z.enum(['active', 'canceled', 'past_due']),
  price: z.object({
    cents: z.number().int(),
    /** ISO 4217: `USD`. */
    currency: z.string(),
    interval: z.enum(['day', 'week', 'month', 'year']),
  }),
  /** When the next payment is due; null when there is none. */
  renewsAt: Instant.nullable(),
  /** When it ends, as far as that is decided; one with a later end is renewed until then. */
  endsAt: Instant.nullable(),
  /** Until when a failed payment can be made up for; null when none failed. */
  graceUntil: Instant.nullable(),
  startedAt: Instant,
  /** Whether it would be renewed, and can be canceled. */
  cancelable: z.boolean(),
  /** Whether its end can be taken back. Neither holds for one of a provider that this server has left. */
  resumable: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

export const CanceledSubscription = z.object({ tier: Tier, endsAt: Instant.nullable() })

export const UpdatedSubscription = z.object({
  tier: Tier,
  subscription: Subscription.nullable(),
})

export const UpdateSubscription = z.object({
  productId: ProductId,
})

export const CheckoutStatus = z.object({
  status: z.enum(['paid', 'pending', 'failed']),
  tier: Tier,
})

export const CheckoutParams = z.object({ checkoutId: z.string().trim().min(1).max(200) })

export const Portal = z.object({ portalUrl: z.url() })

/** Something that may stay when the tier goes down. */
const StayingItem = z.object({
  id: Id,
  /** A group's title or a cycle's name. */
  name: z.string(),
  /** When it was used last, as far as it was. */
  usedAt: Instant.nullable(),
  /** Whether it stays, by the person's choice or else because it was used last. */
  stays: z.boolean(),
})
export type StayingItem = z.infer<typeof StayingItem>

/** Of what a tier counts: all of it in order of its last use, at most 200 and how many there are. */
const StayingList = z.object({ items: z.array(StayingItem), total: z.number().int() })

/** What stays when the tier goes down to the free one, and what would then be suspended. */
export const Staying = z.object({
  /** Whether the person chose; else what was used last stays. */
  chosen: z.boolean(),
  /** When the tier goes down; null while that is not to be. */
  at: Instant.nullable(),
  /** What the lower tier allows. */
  limits: TierLimits,
  groups: StayingList,
  cycles: StayingList,
})
export type Staying = z.infer<typeof Staying>

/** Most that a person may name of one kind; more than the free tier has room for is refused. */
const CHOSEN_MAX = 100

export const ChooseStaying = z.object({
  groupIds: z.array(Id).max(CHOSEN_MAX),
  cycleIds: z.array(Id).max(CHOSEN_MAX),
})
