import { z } from 'zod'

/** Polar's limits: 50 entries, names of 40 letters, texts of 500. */
export const MetadataInput = z
  .record(z.string().min(1).max(40), z.union([z.string().min(1).max(500), z.number(), z.boolean()]))
  .refine((entries) => Object.keys(entries).length <= 50, 'Metadata has at most 50 entries.')
