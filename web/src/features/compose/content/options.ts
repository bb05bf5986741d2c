import type { Content, ContentInput, TextContent } from '@carillon/contract/content/content'

/** How a content is sent, as a form has it. */
export type OptionFields = {
  silent: boolean
  protect: boolean
  linkPreview: boolean
  /** The content that the form shows in part: its files, its poll and its buttons stay as they are. */
  beside: Content | undefined
}

/** The fields that show how this is sent; those of a new text without it. */
export const optionFields = (content: Content | undefined): OptionFields => ({
  silent: content?.options?.silent ?? false,
  protect: content?.options?.protect ?? false,
  linkPreview: content?.options?.linkPreview !== 'off',
  beside: content && (content.kind !== 'text' || content.buttons) ? content : undefined,
})

/** The content that says this text; an option that is as Telegram has it anyway is not named. */
export function contentOf(text: string, fields: OptionFields): ContentInput {
  const { silent, protect, linkPreview, beside } = fields
  const options = {
    ...(beside?.options?.captionAbove ? { captionAbove: true } : {}),
    ...(silent ? { silent } : {}),
    ...(protect ? { protect } : {}),
    ...(linkPreview ? {} : { linkPreview: 'off' as const }),
  } satisfies TextContent['options']
  const { options: _, ...kept } = beside ?? { kind: 'text' as const }
  return { ...kept, text, ...(Object.keys(options).length > 0 ? { options } : {}) }
}

/** What a content says where there is one line for it: its text, its question, or what it shows. */
export function wordsOf(content: Content): string {
  if (content.text.trim() !== '') return content.text
  if (content.kind === 'poll') return content.poll.question
  if (content.kind === 'album') return `${content.media.length} files`
  return content.kind === 'media' ? NAMES[content.media[0]?.kind ?? 'document'] : ''
}

const NAMES = {
  photo: 'Photo',
  video: 'Video',
  animation: 'Animation',
  audio: 'Music',
  voice: 'Voice message',
  document: 'Document',
} as const
