import type { LinkButton } from './content.ts'
import type { Entity, RichText } from './entities.ts'

type Link = Extract<Entity, { type: 'text_link' }>

/**
 * A text as WhatsApp shows it: the address of a link stands after its words, that of a button below the text, and
 * nothing is underlined or covered. The sender and the preview share it.
 */
export const shownOnWhatsapp = (
  rich: RichText,
  rows: readonly (readonly LinkButton[])[] = [],
): RichText => withButtons(withAddresses(trimmed(plainer(rich))), rows.flat())

const plainer = ({ text, entities }: RichText): RichText => ({
  text,
  entities: entities.filter(({ type }) => type !== 'underline' && type !== 'spoiler'),
})

function withAddresses({ text, entities }: RichText): RichText {
  const links = entities.filter((entity): entity is Link => entity.type === 'text_link')
  return links.toReversed().reduce<RichText>(withAddress, { text, entities })
}

function withAddress({ text, entities }: RichText, link: Link): RichText {
  const end = link.offset + link.length
  const isSaid = bare(text.slice(link.offset, end)) === bare(link.url)
  const added = isSaid ? '' : ` (${link.url})`
  const place = entities.indexOf(link)
  const moved = entities.flatMap((entity, index): Entity[] => {
    if (entity === link) return []
    if (entity.offset >= end) return [{ ...entity, offset: entity.offset + added.length }]
    // What lies around the link has its address, too.
    const isAround = index < place && entity.offset + entity.length >= end
    return [isAround ? { ...entity, length: entity.length + added.length } : entity]
  })
  return { text: text.slice(0, end) + added + text.slice(end), entities: moved }
}

function withButtons({ text, entities }: RichText, buttons: readonly LinkButton[]): RichText {
  const lines = buttons.flatMap(({ text: words, url }) => {
    const said = words.trim()
    const address = url.trim()
    if (address === '') return []
    return [said === '' || bare(said) === bare(address) ? address : `${said}: ${address}`]
  })
  return { text: [text, lines.join('\n')].filter(Boolean).join('\n\n'), entities }
}

/** Whether the words of a link are its address already, as people see it. */
const bare = (address: string) =>
  address
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')

function trimmed({ text, entities }: RichText): RichText {
  const start = text.length - text.trimStart().length
  const end = Math.max(text.trimEnd().length, start)
  const kept = entities.flatMap((entity) => {
    const from = Math.max(entity.offset, start)
    const to = Math.min(entity.offset + entity.length, end)
    return to > from ? [{ ...entity, offset: from - start, length: to - from }] : []
  })
  return { text: text.slice(start, end), entities: kept }
}
