import { z } from 'zod'

const options = z
  .object({
    silent: z.boolean().optional(),
    protect: z.boolean().optional(),
    linkPreview: z.enum(['on', 'off']).optional(),
  })
  .optional()

/** `text` is written in the markup of content/markup.ts. Without a kind it is a text. */
export const TextContent = z.object({
  kind: z.literal('text').default('text'),
  text: z.string().max(20_000, 'Use at most 20,000 characters.'),
  options,
})
export type TextContent = z.infer<typeof TextContent>

/** What is said, by kind: a closed set, so that whoever shows, checks or sends it handles each. */
export const Content = z.discriminatedUnion('kind', [TextContent], {
  error: 'There is no content of this kind. There is: text.',
})
export type Content = z.infer<typeof Content>
