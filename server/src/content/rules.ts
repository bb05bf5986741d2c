import { isDeepStrictEqual } from 'node:util'
import { channelFacts, NETWORKS, networkOf } from '@carillon/contract/channels'
import {
  LINK_PICTURE_WRONG,
  type Content,
  type MediaItem,
  type OwnContent,
} from '@carillon/contract/content/content'
import type { ChannelKind } from '@carillon/contract/config'
import { valuesFor } from '@carillon/contract/content/run'
import { isFixed, ownOf, resolve, type Resolved, textsOf } from '@carillon/contract/content/resolve'
import { isTextAfter, messagesOf } from '@carillon/contract/content/text-after'
import type { Values } from '@carillon/contract/content/variables'
import type { FieldProblem } from '@carillon/contract/errors'
import type { Channel } from '../channels/port.ts'
import { MEDIA_NAMES } from '../channels/rules.ts'
import type { MediaFile } from '../media/actions.ts'
import { almostMarkup } from './almost-markup.ts'
import { checkFollowUps, checkOwnFollowUps, unsupportedFollowUps } from './follow-up-checks.ts'
import { megabytes } from '../platform/server-limits.ts'
import { checkVariables, namesGroup } from './variables.ts'

const NOTHING_TO_SEND = 'Write something to send.'
const NOTHING_AFTER = 'Write the text that goes after the files.'

/** A channel of a content, and its group with the longest name. */
export type Audience = { channel: Channel; groupId: string; title: string }

/** The files of contents, by id. */
export type Files = ReadonlyMap<string, CheckedFile>

/** What is checked of a file. */
type CheckedFile = Pick<MediaFile, 'kind' | 'bytes' | 'width' | 'height'>

/** The files that one network gets, in their order. */
export const mediaOf = (content: OwnContent): readonly MediaItem[] =>
  content.kind === 'media' || content.kind === 'album' ? content.media : []

/** All files of a content, for any network, and the pictures of its link cards. */
export const allMediaOf = (content: Content): readonly MediaItem[] =>
  [content, ...overridesOf(content).map(([, own]) => own)].flatMap((own) => [
    ...mediaOf(own),
    ...pictureOf(own),
  ])

const pictureOf = ({ linkCard }: OwnContent) =>
  linkCard?.mediaId === undefined ? [] : [{ mediaId: linkCard.mediaId }]

const overridesOf = ({ overrides = {} }: Content) =>
  NETWORKS.flatMap((network) => {
    const own = overrides[network]
    return own ? [[network, own] as const] : []
  })

/** Changes the content for all networks, and the own content of each network that has one. */
export function changeEach<C extends Content>(
  content: C,
  change: <O extends OwnContent>(own: O) => O,
): C {
  const overrides = overridesOf(content).map(([network, own]) => [network, change(own)])
  const whole = overrides.length > 0 ? { overrides: Object.fromEntries(overrides) } : {}
  return { ...change(content), ...whole }
}

/** The content without deleted pictures of link cards: the text can be sent without them. */
export const withoutPictures = <C extends Content>(content: C, gone: ReadonlySet<string>): C =>
  changeEach(content, (own) => {
    if (!own.linkCard?.mediaId || !gone.has(own.linkCard.mediaId)) return own
    const { mediaId: _, ...linkCard } = own.linkCard
    return { ...own, linkCard }
  })

/**
 * These files, and those of a content that was sent and are not in the library any more. The networks have accepted
 * them, so of their sizes nothing is to be checked.
 */
export const withSentFiles = (files: Files, sent: Content): Files => {
  const were = allMediaOf(sent).flatMap(({ mediaId, kind }) =>
    kind ? [[mediaId, { kind, bytes: 0, width: null, height: null }] as const] : [],
  )
  return new Map([...were, ...files])
}

/** The content with the real kind of each of its files. */
export const withKinds = <C extends Content>(content: C, files: Files): C =>
  changeEach(content, (own) => {
    if (own.kind !== 'media' && own.kind !== 'album') return own
    const media = own.media.map(({ mediaId, spoiler }) => {
      const kind = files.get(mediaId)?.kind
      return { mediaId, ...(spoiler ? { spoiler } : {}), ...(kind ? { kind } : {}) }
    })
    return { ...own, media }
  })

/**
 * Whether a content that an editor sent is the same as a stored one. Only stored contents have the kinds of
 * their files, PostgreSQL stores keys in another order, and a key without a value is not stored.
 */
export const isSameContent = (stored: Content | undefined, sent: Content): boolean =>
  stored !== undefined && isDeepStrictEqual(comparable(stored), comparable(sent))

const comparable = (content: Content): unknown =>
  JSON.parse(JSON.stringify(withKinds(content, NO_FILES)))

const NO_FILES: Files = new Map()

/** The content of one delivery, with the values of its run and the group name from when it was planned. */
export function contentFor(content: Content, delivery: Delivered): Resolved {
  if (knownFixed(content)) return content
  const { channel, run, addressedAs } = delivery
  return resolve(content, {
    network: networkOf(channelFacts[channel]),
    values: run ? valuesFor(run, addressedAs ?? '') : undefined,
    draw: run?.draw,
  })
}

type Delivered = {
  channel: ChannelKind
  run: (Omit<Values, 'group'> & { draw: number }) | null
  addressedAs: string | null
}

/** Cached, because contents never change and one may be sent to thousands of groups. */
const fixed = new WeakMap<Content, boolean>()

function knownFixed(content: Content): boolean {
  const known = fixed.get(content) ?? isFixed(content)
  fixed.set(content, known)
  return known
}

/** A problem of a field, and the group that has it. */
type Problem = FieldProblem & { groupId?: string }

/**
 * Why this content cannot be sent to these groups, by field. It compiles the content like the sender, with the longest
 * possible values of its variables, so a text that passes here is not too long there.
 */
export function checkContent(
  content: Content,
  files: Files,
  audiences: readonly Audience[],
): Problem[] {
  const known = withKinds(content, files)
  const found = [
    ...inEach(content, checkVariables),
    ...missing(content, files),
    ...inEach(content, (own, base) => checkPicture(own, files, base)),
    ...(audiences.length === 0 && isBlank(known)
      ? [{ path: 'content.text', message: NOTHING_TO_SEND }]
      : []),
    ...audiences.flatMap((audience) => checkFor(known, files, audience)),
  ]
  const once = new Map(found.map((one) => [`${one.path} ${one.message}`, one]))
  return [...once.values()]
}

/** Warnings about formatting that a network shows differently, and about what only looks like markup. */
export const formattingWarnings = (content: Content, audiences: readonly Audience[]): string[] => [
  ...new Set(
    audiences.flatMap(({ channel, title }) => {
      const own = ownOf(content, networkOf(channelFacts[channel.kind]))
      const looks = textsOf(own).flatMap((text) => {
        const said = resolve({ ...own, text, variants: [] }, { values: widest(title) })
        const compiled = messagesOf(said).flatMap((one) =>
          one ? channel.compile(one).warnings : [],
        )
        return [...compiled, ...almostMarkup(text)]
      })
      return [...looks, ...unsupportedFollowUps(content, channel)]
    }),
  ),
]

/** How many messages a network counts for a content: one for each file of an album, and one for a text after files. */
export const countOf = (content: OwnContent): number =>
  Math.max(1, mediaOf(content).length) + (isTextAfter(content) ? 1 : 0)

const isBlank = ({ kind, text }: OwnContent) => kind === 'text' && text.trim() === ''

function checkFor(content: Content, files: Files, audience: Audience): Problem[] {
  const { channel } = audience
  const network = networkOf(channelFacts[channel.kind])
  const base = content.overrides?.[network] ? `content.overrides.${network}` : 'content'
  const own = ownOf(content, network)
  // Variants of a poll were reported already.
  const texts = own.kind === 'poll' ? [own.text] : textsOf(own)
  return [
    ...texts.flatMap((text, n) => {
      const textPath = n === 0 ? 'text' : `variants.${n - 1}`
      return checkText({ ...own, text }, audience).map(({ field, ...one }) => ({
        ...one,
        path: `${base}.${field === 'text' ? textPath : field}`,
      }))
    }),
    ...checkFiles(own, files, channel).map((one) => ({ ...one, path: `${base}.${one.path}` })),
    ...checkFollowUps(content, channel),
    ...(content.overrides?.[network] ? checkOwnFollowUps(own, base) : []),
  ]
}

/** Checks one text of a content, for the group with the longest name. */
function checkText(
  { variants: _others, ...own }: OwnContent,
  { channel, groupId, title }: Audience,
) {
  if (isBlank(own)) return [{ field: 'text', message: NOTHING_TO_SEND }]
  const said = resolve(own, { values: widest(title) })
  const refusals = messagesOf(said).flatMap((one) => (one ? channel.compile(one).refusals : []))
  const nothing = isTextAfter(own) ? NOTHING_AFTER : NOTHING_TO_SEND
  const ofGroup = namesGroup(own)
  return refusals.map(({ field, code, reason }) => {
    const message = code === 'text_empty' ? nothing : reason
    return ofGroup && code === 'text_too_long'
      ? { field, message: `${message} So it is with the name “${title}” in it.`, groupId }
      : { field, message }
  })
}

/** The longest values that a run may have in a group; no language that we know has longer dates. */
const widest = (title: string): Values => ({
  group: title,
  date: 'x'.repeat(32),
  time: 'x'.repeat(12),
  n: '9'.repeat(7),
})

/** Problems with files that are not in the library any more. */
export const missing = (content: Content, files: Files): FieldProblem[] =>
  inEach(content, (own, base) => missingOf(own, files, base))

/** Runs a check for the content and for each of its overrides. */
const inEach = (
  content: Content,
  check: (own: OwnContent, base: string) => FieldProblem[],
): FieldProblem[] => [
  ...check(content, 'content'),
  ...overridesOf(content).flatMap(([network, own]) => check(own, `content.overrides.${network}`)),
]

const missingOf = (content: OwnContent, files: Files, base: string): FieldProblem[] =>
  [
    ...mediaOf(content).map(({ mediaId }, index) => ({ mediaId, path: `${base}.media.${index}` })),
    ...pictureOf(content).map((picture) => ({ ...picture, path: `${base}.linkCard.mediaId` })),
  ].flatMap(({ mediaId, path }) => (files.has(mediaId) ? [] : [{ path, message: FILE_GONE }]))

const checkPicture = (content: OwnContent, files: Files, base: string): FieldProblem[] =>
  pictureOf(content).flatMap(({ mediaId }) => {
    const { kind = 'photo' } = files.get(mediaId) ?? {}
    return kind === 'photo'
      ? []
      : [{ path: `${base}.linkCard.mediaId`, message: LINK_PICTURE_WRONG }]
  })

const FILE_GONE = 'This file is not in your library any more. Choose another one.'

function checkFiles(content: OwnContent, files: Files, { kind, media }: Channel): FieldProblem[] {
  const items = mediaOf(content)
  if (items.length === 0) return []
  const { network } = channelFacts[kind]
  if (!media) return [{ path: 'media', message: `${network} takes no files.` }]
  const found = items.flatMap(({ mediaId }, index) => {
    const file = files.get(mediaId)
    const message = file && refusalOf(file, media, network)
    return message ? [{ path: `media.${index}`, message }] : []
  })
  return content.kind === 'album' && !media.albums
    ? [...found, { path: 'media', message: `${network} shows one file in a message.` }]
    : found
}

/** Why a network does not accept a file, in words. */
function refusalOf(
  { kind, bytes, width, height }: CheckedFile,
  { bytesMax, photo }: NonNullable<Channel['media']>,
  network: string,
): string | undefined {
  const most = bytesMax[kind]
  if (most === undefined) return `${network} takes no ${MEDIA_NAMES[kind]}.`
  if (bytes > most) {
    return `This file has ${megabytes(bytes)}, and ${network} accepts ${megabytes(most)} of a ${MEDIA_NAMES[kind]}.`
  }
  if (kind !== 'photo' || !photo || !width || !height) return undefined
  const ratio = Math.max(width, height) / Math.min(width, height)
  if (width + height <= photo.sidesMax && ratio <= photo.ratioMax) return undefined
  return `${network} shows no photo of ${width} × ${height} pixels. Make it smaller, or send it as a document.`
}
