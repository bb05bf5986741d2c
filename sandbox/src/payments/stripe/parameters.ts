import { z } from 'zod'

export const Text = z.string().min(1).max(5_000)

export const WebAddress = z.url({ protocol: /^https?$/ })

export const Flag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** Stripe's limits: 50 entries, names of 40 letters, texts of 500. */
export const Metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((entries) => Object.keys(entries).length <= 50, 'at most 50 entries')
