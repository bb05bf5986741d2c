import type { Network } from '../channels.ts'
import type { Content, LinkCard, OwnContent } from './content.ts'
import { fill, type Values } from './variables.ts'

/** The content of one delivery: one text, for one network, with the values of its variables. */
export type Resolved = OwnContent & { values?: Values }

/** The network and the run for which a content is resolved. */
export type ResolveContext = {
  network?: Network | undefined
  values?: Values | undefined
  /** A number in [0, 1) that the seed of the schedule gives the run. */
  draw?: number | undefined
}

/** Resolves a content. Variables in its text are replaced only when it is parsed, so their values are never markup. */
export function resolve(content: Content, { network, values, draw = 0 }: ResolveContext): Resolved {
  const { variants, ...own } = ownOf(content, network)
  const text = variants?.length
    ? textsOf({ text: own.text, variants })[chosenTextIndex(draw, variants.length)]
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

/** Whether a content is the same for all networks, groups and runs, so that it need not be resolved. */
export const isFixed = (content: Content): boolean =>
  !content.variants?.length && !content.overrides && !JSON.stringify(content).includes('{{')

/** The index of the text that a run gets; 0 is the text itself, the others are its variants. */
export const chosenTextIndex = (draw: number, variants: number): number =>
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
