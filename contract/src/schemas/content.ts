import { z } from 'zod'
import type { Network } from '../channels.ts'
import {
  ALBUM_MAX,
  BUTTON_TEXT_MAX,
  BUTTON_URL_MAX,
  BUTTONS_MAX,
  DELETE_AFTER_MAX_MINUTES,
  LINK_DESCRIPTION_MAX,
  LINK_TITLE_MAX,
  LINK_TITLE_MISSING,
  POLL_OPTIONS_MAX,
  VARIANTS_MAX,
} from '../content/content.ts'
import { MARKUP_MAX, MARKUP_TOO_LONG } from '../content/too-long.ts'
import { FILE_NAME_MAX } from '../media.ts'
import { MediaKind } from './media.ts'
import { Id } from './wire.ts'

const options = z
  .object({
    silent: z.boolean().optional(),
    protect: z.boolean().optional(),
    linkPreview: z.enum(['on', 'off']).optional(),
    /** The text is above the picture or the video, instead of below. */
    captionAbove: z.boolean().optional(),
    /** With files: the text is sent right after them as a separate message, and may be as long as any message. */
    textAfter: z.boolean().optional(),
    /** Members are notified as if each was mentioned, if the network can do this. */
    mentionAll: z.boolean().optional(),
    /** Whether it is pinned after it was sent, and whether members are notified of the pin. */
    pin: z.enum(['off', 'silent', 'notify']).optional(),
    /** After it was pinned, the copy pinned there before is unpinned. */
    unpinPrevious: z.boolean().optional(),
    /** How long after it was sent it is deleted, in each group. */
    deleteAfterMinutes: z
      .number()
      .int('Use whole minutes.')
      .min(1, 'Use at least one minute.')
      .max(DELETE_AFTER_MAX_MINUTES, 'Use at most 30 days.')
      .optional(),
    /** For messages: after this copy was sent, the previous one in the same chat or topic is deleted. A cycle has its own field. */
    replacePrevious: z.boolean().optional(),
  })
  .optional()

/** A button below a message that opens an address. */
export const LinkButton = z.object({
  text: z
    .string()
    .trim()
    .max(BUTTON_TEXT_MAX, `The text of a button has at most ${BUTTON_TEXT_MAX} characters.`),
  url: z
    .string()
    .trim()
    .max(BUTTON_URL_MAX, `The address of a button has at most ${BUTTON_URL_MAX} characters.`),
})
export type LinkButton = z.infer<typeof LinkButton>

/**
 * What WhatsApp shows for the first link of a text without files. A person writes it and chooses its picture from the
 * library: the server never opens the linked address.
 */
export const LinkCard = z.object({
  title: z
    .string()
    .trim()
    .min(1, LINK_TITLE_MISSING)
    .max(LINK_TITLE_MAX, `The title of the link preview has at most ${LINK_TITLE_MAX} characters.`),
  description: z
    .string()
    .trim()
    .max(
      LINK_DESCRIPTION_MAX,
      `The description of the link preview has at most ${LINK_DESCRIPTION_MAX} characters.`,
    )
    .optional(),
  /** A photo; a small copy of it is sent. */
  mediaId: Id.optional(),
})
export type LinkCard = z.infer<typeof LinkCard>

const text = z.string().max(MARKUP_MAX, MARKUP_TOO_LONG)

const contentFields = {
  /** In the markup of content/markup.ts. The caption if there are files; empty for a poll. */
  text,
  /** Alternative texts: each run gets the text or one of these, chosen by the schedule's seed. */
  variants: z
    .array(text)
    .max(VARIANTS_MAX - 1, `Use at most ${VARIANTS_MAX} variants.`)
    .optional(),
  /** Rows of buttons. */
  buttons: z
    .array(z.array(LinkButton))
    .refine((rows) => rows.flat().length <= BUTTONS_MAX, `Use at most ${BUTTONS_MAX} buttons.`)
    .optional(),
  /** Only for WhatsApp; other networks make the preview themselves. */
  linkCard: LinkCard.optional(),
  options,
}

/** A file of the user's library. */
export const MediaItem = z.object({
  mediaId: Id,
  /** Covered until a member taps on it. */
  spoiler: z.boolean().optional(),
  /** Only in responses; ignored in requests. */
  kind: MediaKind.optional(),
  /** The name of a single file that is not a photo or a voice message; only in responses, too. */
  name: z.string().max(FILE_NAME_MAX).optional(),
})
export type MediaItem = z.infer<typeof MediaItem>

export const TextContent = z.object({ kind: z.literal('text'), ...contentFields })
export type TextContent = z.infer<typeof TextContent>

/** One file. */
export const MediaContent = z.object({
  kind: z.literal('media'),
  ...contentFields,
  media: z.array(MediaItem).length(1),
})
export type MediaContent = z.infer<typeof MediaContent>

/** Several files that are shown together. */
export const AlbumContent = z.object({
  kind: z.literal('album'),
  ...contentFields,
  media: z
    .array(MediaItem)
    .min(2)
    .max(ALBUM_MAX, `An album has at most ${ALBUM_MAX} files. Send the others in another message.`),
})
export type AlbumContent = z.infer<typeof AlbumContent>

export const Poll = z.object({
  question: z.string().trim().max(1_000, 'Use at most 1,000 characters.'),
  options: z
    .array(z.string().trim().max(1_000, 'Use at most 1,000 characters.'))
    .max(POLL_OPTIONS_MAX, `A poll has at most ${POLL_OPTIONS_MAX} answers.`),
  /** Whether a member may choose several answers. */
  multiple: z.boolean().optional(),
  /** Whether votes are anonymous; true by default. */
  anonymous: z.boolean().optional(),
})
export type Poll = z.infer<typeof Poll>

export const PollContent = z.object({
  kind: z.literal('poll'),
  ...contentFields,
  media: z.array(MediaItem).max(0, 'A poll has no files. Send them in another message.').optional(),
  poll: Poll,
})
export type PollContent = z.infer<typeof PollContent>

const NO_KIND = {
  error: 'There is no content of this kind. There are: text, media, album, poll.',
}

const AnyOwn = z.discriminatedUnion(
  'kind',
  [TextContent, MediaContent, AlbumContent, PollContent],
  NO_KIND,
)

export type OwnContent = z.infer<typeof AnyOwn>

type ContentFields = Pick<OwnContent, 'buttons' | 'linkCard' | 'options' | 'variants'> & {
  text?: string
}

type OwnInput =
  | OwnContent
  | (ContentFields & { kind?: undefined; text: string })
  | (ContentFields & { kind?: undefined; media: MediaItem[] })
  | (ContentFields & { kind?: undefined; poll: Poll })

/** The content that one network gets instead of the common one. */
export const OwnContent = z.preprocess(withKind, AnyOwn) as z.ZodType<OwnContent, OwnInput>

const overrides = {
  /** The content that one network gets instead of all other fields here. */
  overrides: z
    .object({
      telegram: OwnContent.optional(),
      whatsapp: OwnContent.optional(),
    } satisfies Record<Network, z.ZodType>)
    .optional(),
}

const AnyContent = z.discriminatedUnion(
  'kind',
  [
    TextContent.extend(overrides),
    MediaContent.extend(overrides),
    AlbumContent.extend(overrides),
    PollContent.extend(overrides),
  ],
  NO_KIND,
)
export type Content = z.infer<typeof AnyContent>

/** What a client sends: `kind` may be left out, the other fields tell it. */
export type ContentInput = OwnInput & {
  overrides?: { telegram?: OwnInput | undefined; whatsapp?: OwnInput | undefined } | undefined
}

/**
 * What is sent. The kinds are a closed set, so that all code that shows, checks or sends it handles each. `kind` may
 * be left out: a poll or files tell it.
 */
export const Content = z.preprocess(withKind, AnyContent) as z.ZodType<Content, ContentInput>

/** Adds the missing `kind`. With a poll it is `poll` even if there are files, so that the files are refused, not lost. */
function withKind(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const { kind, media, poll, ...rest } = given as Record<string, unknown>
  if (![undefined, 'text', 'media', 'album', 'poll'].includes(kind as string)) return given
  const files = Array.isArray(media) && media.length === 0 ? {} : { media }
  if (poll !== undefined || kind === 'poll') {
    return { text: '', ...rest, kind: 'poll', poll, ...files }
  }
  if (files.media === undefined) return { ...rest, kind: 'text' }
  const one = !Array.isArray(media) || media.length === 1
  return { text: '', ...rest, kind: one ? 'media' : 'album', media }
}
