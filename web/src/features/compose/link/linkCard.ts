import {
  LINK_DESCRIPTION_MAX,
  LINK_TITLE_MAX,
  LINK_TITLE_MISSING,
  type LinkCard,
} from '@carillon/contract/content/content'
import { firstAddress } from '@carillon/contract/content/signs'
import type { OwnFields } from '../content/options.ts'
import type { FieldProblem } from '../poll/poll.ts'

/** What stands above a link on WhatsApp, as a form has it. */
export type LinkCardFields = {
  title: string
  description: string
  /** The photo beside it. */
  mediaId: string | null
}

export const newLinkCard = (): LinkCardFields => ({ title: '', description: '', mediaId: null })

/** The fields that show the link card; empty without a card. */
export const cardFields = (card: LinkCard | undefined): LinkCardFields | null =>
  card
    ? { title: card.title, description: card.description ?? '', mediaId: card.mediaId ?? null }
    : null

/** The link card as it is sent to the server; undefined if its fields are empty. */
export function cardOf(card: LinkCardFields | null): LinkCard | undefined {
  if (!card || isBlank(card)) return undefined
  const description = card.description.trim()
  return {
    title: card.title.trim(),
    ...(description ? { description } : {}),
    ...(card.mediaId === null ? {} : { mediaId: card.mediaId }),
  }
}

/** What is wrong with it, each at its field. */
export function cardProblems(card: LinkCardFields | null): FieldProblem[] {
  if (!card || isBlank(card)) return []
  const [title, description] = [card.title.trim(), card.description.trim()]
  return [
    ...(title === '' ? [{ path: ['title'], message: LINK_TITLE_MISSING }] : []),
    ...(title.length > LINK_TITLE_MAX ? [tooLong('title', LINK_TITLE_MAX)] : []),
    ...(description.length > LINK_DESCRIPTION_MAX
      ? [tooLong('description', LINK_DESCRIPTION_MAX)]
      : []),
  ]
}

const isBlank = ({ title, description, mediaId }: LinkCardFields) =>
  title.trim() === '' && description.trim() === '' && mediaId === null

/** The bar of the editor says it too, away from its field. */
const tooLong = (field: 'title' | 'description', most: number): FieldProblem => ({
  path: [field],
  message: `The ${field} of the link preview has at most ${most} characters.`,
})

/** Why WhatsApp would show no card with this, in words; undefined if it would. */
export function noCardReason(
  said: Pick<
    OwnFields,
    'says' | 'text' | 'variants' | 'buttons' | 'files' | 'textAfter' | 'linkPreview'
  >,
): string | undefined {
  const { text, variants, buttons, files } = said
  if (!said.linkPreview) return 'It is not sent: link previews are switched off in the options.'
  if (files.length > 0 && !said.textAfter) {
    return 'It is not sent: WhatsApp shows none with files. Send the text after them to have it.'
  }
  const texts = [text, ...variants.map((one) => one.text), ...buttons.map(({ url }) => url)]
  return texts.some((one) => firstAddress(one) !== undefined)
    ? undefined
    : 'It is not sent: the text has no link.'
}
