import { z } from 'zod'

/** What is said. `text` is written in the markup of content/markup.ts. */
export const Content = z.object({
  text: z.string().max(20_000, 'Use at most 20,000 characters.'),
  options: z
    .object({
      silent: z.boolean().optional(),
      protect: z.boolean().optional(),
      linkPreview: z.enum(['on', 'off']).optional(),
    })
    .optional(),
})
export type Content = z.infer<typeof Content>
