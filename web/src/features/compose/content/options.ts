import type { Content, OwnContent } from '@carillon/contract/content/content'
import { buttonFields, type ButtonFields, buttonsOf } from '../buttons/buttons.ts'
import { cardFields, cardOf, type LinkCardFields } from '../link/linkCard.ts'
import { type ContentFile, filesOf, itemsOf } from '../media/files.ts'
import {
  type FollowUpFields,
  followUpFields,
  followUpsIn,
  followUpsOf,
} from '../options/followUps.ts'
import type { Network } from '../networks.ts'
import { ownOf } from '../others/own.ts'
import { type Variant, variantFields, variantsOf } from '../others/variants.ts'
import { pollFields, type PollFields, pollOf } from '../poll/poll.ts'

/** The content for all networks, in the fields of a form. */
export type OwnFields = {
  text: string
  /** What it is: a text with or without files, or a poll. What belongs to the other stays in the form, and is not sent. */
  says: 'message' | 'poll'
  /** Other texts in its place. */
  variants: Variant[]
  files: ContentFile[]
  poll: PollFields
  buttons: ButtonFields[]
  captionAbove: boolean
  /** With files: the text goes after them, as a message of its own. */
  textAfter: boolean
  silent: boolean
  protect: boolean
  linkPreview: boolean
  mentionAll: boolean
  /** What stands above its first link on WhatsApp. */
  linkCard: LinkCardFields | null
  /** The content as it was: what the form does not show of it stays as it is. */
  beside?: OwnContent | undefined
}

/** A content as a form has it. */
export type ContentFormValues = OwnFields & FollowUpFields & { own: OwnContents }

/** What a network gets instead of all the rest; nothing where it gets the same. */
export type OwnContents = Record<Network['id'], OwnFields | null>

/** What a content has beside its text. */
export type ContentFields = Omit<ContentFormValues, 'text'>

/** The fields that members notice. */
export type Shown = Omit<ContentFormValues, 'beside' | keyof FollowUpFields>

/** The fields that show a content; those of a new text without it. */
export function contentFields(content: Content | undefined): ContentFields {
  const { text: _, ...fields } = ownFields(content)
  const { telegram, whatsapp } = content?.overrides ?? {}
  return {
    ...fields,
    ...followUpsIn(content?.options),
    own: {
      telegram: telegram ? ownFields(telegram) : null,
      whatsapp: whatsapp ? ownFields(whatsapp) : null,
    },
  }
}

const ownFields = (content: OwnContent | undefined): OwnFields => ({
  text: content?.text ?? '',
  says: content?.kind === 'poll' ? 'poll' : 'message',
  variants: variantFields(content?.variants),
  files: filesOf(content?.kind === 'media' || content?.kind === 'album' ? content.media : []),
  poll: pollFields(content?.kind === 'poll' ? content.poll : undefined),
  buttons: buttonFields(content?.buttons),
  captionAbove: content?.options?.captionAbove ?? false,
  textAfter: content?.options?.textAfter ?? false,
  silent: content?.options?.silent ?? false,
  protect: content?.options?.protect ?? false,
  linkPreview: content?.options?.linkPreview !== 'off',
  mentionAll: content?.options?.mentionAll ?? false,
  linkCard: cardFields(content?.linkCard),
  beside: content,
})

/** Whether the text goes after the files, as a message of its own. */
export const isTextAfter = ({
  says,
  files,
  textAfter,
}: Pick<OwnFields, 'says' | 'files' | 'textAfter'>): boolean =>
  textAfter && says === 'message' && files.length > 0

/** The content that says this; an option that is as Telegram has it anyway is not named. */
export function contentOf(text: string, fields: ContentFields): Content {
  const overrides = ownOf(fields.own).map(([network, own]) => [network, ownContentOf(own)])
  return {
    ...ownContentOf({ ...fields, text }, followUpsOf(fields)),
    ...(overrides.length > 0 ? { overrides: Object.fromEntries(overrides) } : {}),
  }
}

function ownContentOf(fields: OwnFields, more: Content['options'] = {}): OwnContent {
  const { text, says, files, poll, buttons } = fields
  const { captionAbove, silent, protect, linkPreview, mentionAll } = fields
  const media = itemsOf(files)
  const { options: before, ...unshown } = unshownOf(fields.beside)
  const variants = variantsOf(fields.variants)
  const linkCard = says === 'poll' ? undefined : cardOf(fields.linkCard)
  const options = {
    ...before,
    ...(captionAbove ? { captionAbove } : {}),
    ...(isTextAfter(fields) && media.length > 0 ? { textAfter: true } : {}),
    ...(silent ? { silent } : {}),
    ...(protect ? { protect } : {}),
    ...(linkPreview ? {} : { linkPreview: 'off' as const }),
    ...(mentionAll ? { mentionAll } : {}),
    ...more,
  }
  const said = {
    ...unshown,
    ...(variants.length > 0 && says === 'message' ? { variants } : {}),
    ...(buttons.length > 0 ? { buttons: buttonsOf(buttons) } : {}),
    ...(linkCard ? { linkCard } : {}),
    ...(Object.keys(options).length > 0 ? { options } : {}),
  }
  if (says === 'poll') return { ...said, text: '', kind: 'poll', poll: pollOf(poll) }
  if (media.length === 0) return { ...said, text, kind: 'text' }
  return { ...said, text, kind: media.length === 1 ? 'media' : 'album', media }
}

/** The parts of a content that no field shows. */
const unshownOf = (content: OwnContent | undefined) => ({
  ...without(content ?? {}, [
    'kind',
    'text',
    'variants',
    'media',
    'poll',
    'buttons',
    'linkCard',
    'overrides',
  ]),
  options: without(content?.options ?? {}, [
    'captionAbove',
    'textAfter',
    'silent',
    'protect',
    'linkPreview',
    'mentionAll',
    ...Object.keys(followUpFields),
  ]),
})

const without = (value: object, names: string[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
