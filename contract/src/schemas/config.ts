import { z } from 'zod'
import { PaymentsStatus } from './payments.ts'
import { Plan, Tier, TierLimits } from './tiers.ts'

export const ChannelKind = z.enum(['telegram-bot', 'telegram-user', 'whatsapp'])
export type ChannelKind = z.infer<typeof ChannelKind>

export const PublicConfig = z.object({
  product: z.literal('Carillon'),
  /** The services that the sandbox replaces, and the addresses of its pages; null if it replaces none. */
  sandbox: z
    .object({
      mailboxUrl: z.string(),
      phoneUrl: z.string(),
      /** The page of test payments: subscriptions, and buttons that simulate events. */
      paymentsUrl: z.string(),
      services: z.array(z.string()),
    })
    .nullable(),
  /** Who signs users in, and what the browser part of a hosted service needs (public by design). */
  identity: z.object({
    issuer: z.enum(['embedded', 'firebase', 'supabase']),
    firebase: z.object({ projectId: z.string(), apiKey: z.string() }).optional(),
    supabase: z.object({ url: z.string(), anonKey: z.string() }).optional(),
  }),
  plans: z.array(Plan),
  limits: z.record(Tier, TierLimits),
  /** The most that one user may have on this server, in every tier. */
  caps: z.object({
    messages: z.number().int(),
    activeSeries: z.number().int(),
    slotContents: z.number().int(),
    groups: z.number().int(),
    connections: z.number().int(),
  }),
  payments: PaymentsStatus,
  channels: z.array(
    z.object({
      channel: ChannelKind,
      available: z.boolean(),
      reason: z.string().optional(),
      /** The operator's bot, if there is one: users add it to groups with one tap. */
      sharedBot: z.object({ username: z.string() }).optional(),
    }),
  ),
  authPolicy: z.object({ passwordMinLength: z.number().int(), emailVerification: z.boolean() }),
})
export type PublicConfig = z.infer<typeof PublicConfig>
