import { z } from 'zod'
import { ProductId, Tier, TierLimits } from './tiers.ts'
import { Id, Instant } from './wire.ts'

/** Whether plans are sold on this server; if not, calls that sell are refused with `forbidden`. */
export const PaymentsStatus = z.object({
  available: z.boolean(),
  /** Why nothing can be bought, in words. */
  reason: z.string().optional(),
  /** The payment provider. */
  provider: z.enum(['polar', 'stripe']).optional(),
  /** Whether payments are only simulated, without real money. */
  test: z.boolean().optional(),
})

/** A product that costs something; the free tier cannot be bought. */
const PaidProduct = ProductId.exclude(['free_tier'], { error: 'Choose a plan that is for sale.' })

export const Checkout = z.object({ checkoutUrl: z.url() })

export const CreateCheckout = z.object({
  productId: PaidProduct,
  /** The page of the web app that the browser returns to; the pricing page by default. */
  returnTo: z
    .string()
    .max(300)
    .regex(/^\/dashboard(\/[\w-]+)*$/, 'Name a page of the dashboard, like /dashboard/pricing.')
    .optional(),
})

/** The paid agreement at the provider: the fields that matter to the user. */
export const Subscription = z.object({
  /** The tier it pays for; `free` if its product is not a plan any more. */
  tier: Tier,
  /**
   * `active`: it is renewed. `canceled`: it is paid until `endsAt` and ends then. `past_due`: a payment failed; the
   * tier stays until `graceUntil`.
   */
  status: z.enum(['active', 'canceled', 'past_due']),
  price: z.object({
    cents: z.number().int(),
    /** ISO 4217: `USD`. */
    currency: z.string(),
    interval: z.enum(['day', 'week', 'month', 'year']),
  }),
  /** When the next payment is due; null if there is none. */
  renewsAt: Instant.nullable(),
  /** When it ends; null if no end is set. Until then it may be renewed: see `renewsAt`. */
  endsAt: Instant.nullable(),
  /** Until when a failed payment can be paid; null if none failed. */
  graceUntil: Instant.nullable(),
  startedAt: Instant,
  /** Whether it will be renewed and can be canceled. */
  cancelable: z.boolean(),
  /** Whether its cancellation can be undone. `cancelable` and `resumable` are false if this server no longer uses the provider. */
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

/** A group or cycle that the user can choose to keep when the tier goes down. */
const StayingItem = z.object({
  id: Id,
  /** A group's title or a cycle's name. */
  name: z.string(),
  /** When it was used last; null if never. */
  usedAt: Instant.nullable(),
  /** Whether a cycle runs; a group has none. */
  status: z.enum(['active', 'paused', 'draft']).optional(),
  /** Whether it stays: the user chose it, or without a choice it was used last; of cycles, one that runs before others. */
  stays: z.boolean(),
  /** We may not write in this group now. */
  closed: z.literal(true).optional(),
})
export type StayingItem = z.infer<typeof StayingItem>

/** The groups or the cycles that the user can choose to keep, last used first, at most 200. */
const StayingList = z.object({
  items: z.array(StayingItem),
  /** How many the user can choose from, also those not listed. */
  total: z.number().int(),
  /** How many are suspended in any case: groups of a network that the lower tier may not use. */
  withheld: z.number().int(),
})

/** What stays when the tier goes down to the free one, and what would then be suspended. */
export const Staying = z.object({
  /** Whether the user chose; if not, what was used last stays. */
  chosen: z.boolean(),
  /** When the tier goes down; null if it does not. */
  at: Instant.nullable(),
  /** What the lower tier allows. */
  limits: TierLimits,
  groups: StayingList,
  cycles: StayingList,
})
export type Staying = z.infer<typeof Staying>

/** Most groups, and most cycles, in one request; the action refuses more than the free tier allows. */
const CHOSEN_MAX = 100

export const ChooseStaying = z.object({
  groupIds: z.array(Id).max(CHOSEN_MAX),
  cycleIds: z.array(Id).max(CHOSEN_MAX),
})
