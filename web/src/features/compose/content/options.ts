import type { TextContent } from '@carillon/contract/content/content'

/** How a text is sent, as a form has it. */
export type OptionFields = { silent: boolean; protect: boolean; linkPreview: boolean }

/** The fields that show these options; those of a new text without any. */
export const optionFields = (options: TextContent['options']): OptionFields => ({
  silent: options?.silent ?? false,
  protect: options?.protect ?? false,
  linkPreview: options?.linkPreview !== 'off',
})

/** The content that says this text; an option that is as Telegram has it anyway is not named. */
export function textContent(text: string, fields: OptionFields): TextContent {
  const { silent, protect, linkPreview } = fields
  const options = {
    ...(silent ? { silent } : {}),
    ...(protect ? { protect } : {}),
    ...(linkPreview ? {} : { linkPreview: 'off' as const }),
  }
  return { kind: 'text', text, ...(Object.keys(options).length > 0 ? { options } : {}) }
}
