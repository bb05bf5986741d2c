import type { Content } from '@carillon/contract/content/content'
import { type FollowUpFields, followUpsIn, followUpsOf } from '../options/followUps.ts'
import { type ContentFile, filesOf, itemsOf, nouns } from '../media/files.ts'

/** What a content has beside its text, as a form has it. */
export type ContentFields = FollowUpFields & {
  files: ContentFile[]
  silent: boolean
  protect: boolean
  linkPreview: boolean
  /** What the form does not show: its poll and its buttons stay as they are. */
  beside: Content | undefined
}

/** The fields that show a content; those of a new text without it. */
export const contentFields = (content: Content | undefined): ContentFields => ({
  files: filesOf(content && 'media' in content ? content.media : []),
  silent: content?.options?.silent ?? false,
  protect: content?.options?.protect ?? false,
  linkPreview: content?.options?.linkPreview !== 'off',
  ...followUpsIn(content?.options),
  beside: content,
})

/** The content that says this; an option that is as Telegram has it anyway is not named. */
export function contentOf(text: string, fields: ContentFields): Content {
  const { files, silent, protect, linkPreview, beside } = fields
  const options = {
    ...(beside?.options?.captionAbove ? { captionAbove: true } : {}),
    ...(silent ? { silent } : {}),
    ...(protect ? { protect } : {}),
    ...(linkPreview ? {} : { linkPreview: 'off' as const }),
    ...followUpsOf(fields),
  }
  const said = {
    text,
    ...(beside?.buttons ? { buttons: beside.buttons } : {}),
    ...(Object.keys(options).length > 0 ? { options } : {}),
  }
  if (beside?.kind === 'poll') return { ...said, kind: 'poll', poll: beside.poll }
  const media = itemsOf(files)
  if (media.length === 0) return { ...said, kind: 'text' }
  return { ...said, kind: media.length === 1 ? 'media' : 'album', media }
}

/** What a content says where there is one line for it: its text, its question, or what it shows. */
export function lineOf(content: Content): string {
  if (content.text.trim() !== '') return content.text
  if (content.kind === 'poll') return content.poll.question
  if (content.kind === 'album') return `${content.media.length} files`
  const noun = nouns[(content.kind === 'media' && content.media[0]?.kind) || 'document']
  return content.kind === 'media' ? noun.charAt(0).toUpperCase() + noun.slice(1) : ''
}
