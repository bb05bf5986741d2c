import type { ChannelFacts } from '../channels.ts'
import type { Content, LinkCard, OwnContent } from './content.ts'
import { fill, type Values } from './variables.ts'

/** The networks that may have a content of their own, as overrides name them. */
export type Network = 'telegram' | 'whatsapp'

export const networkOf = ({ network }: Pick<ChannelFacts, 'network'>): Network =>
  network === 'WhatsApp' ? 'whatsapp' : 'telegram'

/** What one delivery says: one text, for one network, with the words of its variables. */
export type Resolved = OwnContent & { values?: Values }

/** For whom, and in which run, a content is said. */
export type Saying = {
  network?: Network | undefined
  values?: Values | undefined
  /** A number in [0, 1) that the seed of the schedule gives the run. */
  draw?: number | undefined
}

/** What a content says there. The words of its text are filled in when that is parsed, so that they stay words. */
export function resolve(content: Content, { network, values, draw = 0 }: Saying): Resolved {
  const { variants, ...own } = ownOf(content, network)
  const text = variants?.length
    ? textsOf({ text: own.text, variants })[chosenText(draw, variants.length)]
    : own.text
  return filled({ ...own, text: text ?? own.text, ...(values ? { values } : {}) }, values)
}

/** The content that a network gets. */
export function ownOf({ overrides, ...common }: Content, network?: Network): OwnContent {
  return (network && overrides?.[network]) ?? common
}

/** All texts of a content: its own and its variants. */
export const textsOf = ({
  text,
  variants = [],
}: Pick<OwnContent, 'text' | 'variants'>): string[] => [text, ...variants]

/** Whether a content says the same everywhere and always, so that it need not be resolved. */
export const isFixed = (content: Content): boolean =>
  !content.variants?.length && !content.overrides && !JSON.stringify(content).includes('{{')

/** Which text a run says, from 0, of one that has so many variants. */
export const chosenText = (draw: number, variants: number): number =>
  Math.min(variants, Math.floor(draw * (variants + 1)))

function filled(content: Resolved, values: Values | undefined): Resolved {
  const { buttons, linkCard } = content
  const own = {
    ...content,
    ...(buttons
      ? {
          buttons: buttons.map((row) =>
            row.map((button) => ({ ...button, text: fill(button.text, values) })),
          ),
        }
      : {}),
    ...(linkCard ? { linkCard: filledCard(linkCard, values) } : {}),
  }
  if (own.kind !== 'poll') return own
  const { question, options } = own.poll
  const poll = {
    ...own.poll,
    question: fill(question, values),
    options: options.map((option) => fill(option, values)),
  }
  return { ...own, poll }
}

const filledCard = (card: LinkCard, values: Values | undefined): LinkCard => ({
  ...card,
  title: fill(card.title, values),
  ...(card.description ? { description: fill(card.description, values) } : {}),
})
