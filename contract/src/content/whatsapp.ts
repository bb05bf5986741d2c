import type { LinkButton } from './content.ts'
import type { Entity, RichText } from './entities.ts'

type Link = Extract<Entity, { type: 'text_link' }>

/**
 * A text as WhatsApp shows it: the address of a link follows its words, buttons are lines below the text, and there
 * is no underline and no spoiler. The sender and the preview both use it.
 */
export const shownOnWhatsapp = (
  rich: RichText,
  rows: readonly (readonly LinkButton[])[] = [],
): RichText => withButtons(withAddresses(trimmed(withoutUnsupported(rich))), rows.flat())

const withoutUnsupported = ({ text, entities }: RichText): RichText => ({
  text,
  entities: entities.filter(({ type }) => type !== 'underline' && type !== 'spoiler'),
})

function withAddresses({ text, entities }: RichText): RichText {
  const links = entities.filter((entity): entity is Link => entity.type === 'text_link')
  return links.toReversed().reduce<RichText>(withAddress, { text, entities })
}

function withAddress({ text, entities }: RichText, link: Link): RichText {
  const end = link.offset + link.length
  const showsUrl = bare(text.slice(link.offset, end)) === bare(link.url)
  const added = showsUrl ? '' : ` (${link.url})`
  const linkIndex = entities.indexOf(link)
  const moved = entities.flatMap((entity, index): Entity[] => {
    if (entity === link) return []
    if (entity.offset >= end) return [{ ...entity, offset: entity.offset + added.length }]
    // An entity around the link also covers the added address.
    const isAround = index < linkIndex && entity.offset + entity.length >= end
    return [isAround ? { ...entity, length: entity.length + added.length } : entity]
  })
  return { text: text.slice(0, end) + added + text.slice(end), entities: moved }
}

function withButtons({ text, entities }: RichText, buttons: readonly LinkButton[]): RichText {
  const lines = buttons.flatMap(({ text: words, url }) => {
    const label = words.trim()
    const address = url.trim()
    if (address === '') return []
    return [label === '' || bare(label) === bare(address) ? address : `${label}: ${address}`]
  })
  return { text: [text, lines.join('\n')].filter(Boolean).join('\n\n'), entities }
}

/** An address without what people leave out when they write it. */
const bare = (address: string) =>
  address
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')

function trimmed({ text, entities }: RichText): RichText {
  const start = text.length - text.trimStart().length
  const end = Math.max(text.trimEnd().length, start)
  const clipped = entities.flatMap((entity) => {
    const from = Math.max(entity.offset, start)
    const to = Math.min(entity.offset + entity.length, end)
    return to > from ? [{ ...entity, offset: from - start, length: to - from }] : []
  })
  return { text: text.slice(start, end), entities: clipped }
}
