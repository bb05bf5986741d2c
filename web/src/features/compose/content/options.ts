import type { Content } from '@carillon/contract/content/content'
import { buttonFields, type ButtonFields, buttonsOf } from '../buttons/buttons.ts'
import { type ContentFile, filesOf, itemsOf } from '../media/files.ts'
import {
  type FollowUpFields,
  followUpFields,
  followUpsIn,
  followUpsOf,
} from '../options/followUps.ts'
import { pollFields, type PollFields, pollOf } from '../poll/poll.ts'

/** What a content has beside its text, as a form has it. */
export type ContentFields = FollowUpFields & {
  /** What it is: a text with or without files, or a poll. What belongs to the other stays in the form, and is not sent. */
  says: 'message' | 'poll'
  files: ContentFile[]
  poll: PollFields
  buttons: ButtonFields[]
  captionAbove: boolean
  silent: boolean
  protect: boolean
  linkPreview: boolean
  /** The content as it was: what the form does not show of it stays as it is. */
  beside: Content | undefined
}

/** A content as a form has it. */
export type Said = ContentFields & { text: string }

/** What of it members notice. */
export type Shown = Omit<Said, 'beside' | keyof FollowUpFields>

/** The fields that show a content; those of a new text without it. */
export const contentFields = (content: Content | undefined): ContentFields => ({
  says: content?.kind === 'poll' ? 'poll' : 'message',
  files: filesOf(content?.kind === 'media' || content?.kind === 'album' ? content.media : []),
  poll: pollFields(content?.kind === 'poll' ? content.poll : undefined),
  buttons: buttonFields(content?.buttons),
  captionAbove: content?.options?.captionAbove ?? false,
  silent: content?.options?.silent ?? false,
  protect: content?.options?.protect ?? false,
  linkPreview: content?.options?.linkPreview !== 'off',
  ...followUpsIn(content?.options),
  beside: content,
})

/** The content that says this; an option that is as Telegram has it anyway is not named. */
export function contentOf(text: string, fields: ContentFields): Content {
  const { says, files, poll, buttons, captionAbove, silent, protect, linkPreview } = fields
  const { options: before, ...unshown } = unshownOf(fields.beside)
  const options = {
    ...before,
    ...(captionAbove ? { captionAbove } : {}),
    ...(silent ? { silent } : {}),
    ...(protect ? { protect } : {}),
    ...(linkPreview ? {} : { linkPreview: 'off' as const }),
    ...followUpsOf(fields),
  }
  const said = {
    ...unshown,
    ...(buttons.length > 0 ? { buttons: buttonsOf(buttons) } : {}),
    ...(Object.keys(options).length > 0 ? { options } : {}),
  }
  if (says === 'poll') return { ...said, text: '', kind: 'poll', poll: pollOf(poll) }
  const media = itemsOf(files)
  if (media.length === 0) return { ...said, text, kind: 'text' }
  return { ...said, text, kind: media.length === 1 ? 'media' : 'album', media }
}

/** What of a content no field shows. */
const unshownOf = (content: Content | undefined) => ({
  ...without(content ?? {}, ['kind', 'text', 'media', 'poll', 'buttons']),
  options: without(content?.options ?? {}, [
    'captionAbove',
    'silent',
    'protect',
    'linkPreview',
    ...Object.keys(followUpFields),
  ]),
})

const without = (value: object, names: string[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
