import { Plus } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/Button.tsx'
import { newButton } from '../buttons/buttons.ts'
import { newLinkCard } from '../link/linkCard.ts'
import { useNoCardReason } from '../link/useNoCardReason.ts'
import type { Network } from '../networks.ts'
import { ownCopy } from '../others/copies.ts'
import { newVariant } from '../others/variants.ts'
import type { OwnFields } from './options.ts'

/** The part that was added last. It gets the focus when it appears. */
export type Added = 'variant' | 'button' | 'link' | Network['id']

type AddButtonsProps = {
  /** The path of the content in the form. */
  at: string
  /** The networks of the chosen groups; empty if the content is for one network already. */
  networks: readonly Network[]
  /** Whether groups on WhatsApp get it. */
  onWhatsapp: boolean
  onAdded: (added: Added) => void
}

/** Buttons that add to a content what it can have and does not have yet. */
export function AddButtons({ at, networks, onWhatsapp, onAdded }: AddButtonsProps) {
  const { control, getValues, setValue } = useFormContext()
  const [says, variants, buttons, linkCard, own] = useWatch({
    control,
    name: [`${at}says`, `${at}variants`, `${at}buttons`, `${at}linkCard`, `${at}own`],
  }) as [OwnFields['says'], unknown[], unknown[], unknown, Record<string, unknown> | undefined]
  // Other texts need several runs: a message that is sent once has none, nor has a single run unless it changes all later
  // ones. Every step of a cycle is sent again.
  const [when, following] = useWatch({ control, name: ['when', 'following'] }) as [
    string | undefined,
    boolean | undefined,
  ]
  const isRepeated = when === undefined ? following !== false : when === 'repeat'
  const hasLink = useNoCardReason(at) === undefined
  const add = (what: Added, field: string, value: unknown) => () => {
    onAdded(what)
    setValue(`${at}${field}`, typeof value === 'function' ? value() : value, { shouldDirty: true })
  }
  const items = [
    isRepeated &&
      says === 'message' &&
      variants.length === 0 && {
        words: 'Vary the text',
        onClick: add('variant', 'variants', [newVariant()]),
      },
    buttons.length === 0 && {
      words: 'Add a link button',
      onClick: add('button', 'buttons', [newButton()]),
    },
    ...(networks.length > 1 ? networks : []).map(
      ({ id, name }) =>
        !own?.[id] && {
          words: `Other content on ${name}`,
          onClick: add(id, `own.${id}`, () =>
            ownCopy((at ? getValues(at.slice(0, -1)) : getValues()) as OwnFields, id),
          ),
        },
    ),
    // It comes once an address is complete: last, so that nothing moves away under a press.
    onWhatsapp &&
      hasLink &&
      says === 'message' &&
      !linkCard && {
        words: 'Link preview on WhatsApp',
        onClick: add('link', 'linkCard', newLinkCard),
      },
  ]
  const open = items.filter((item) => item !== false)
  if (open.length === 0) return null
  return (
    <div className="-my-1 -ml-2.5 flex flex-wrap gap-x-2">
      {open.map(({ words, onClick }) => (
        <Button key={words} size="sm" variant="plain" onClick={onClick}>
          <Plus size={16} aria-hidden /> {words}
        </Button>
      ))}
    </div>
  )
}
