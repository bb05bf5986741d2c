import type { Content, OwnContent } from '@carillon/contract/content/content'

/** What else than its text is different in a content, in words. */
export function otherChanges(before: Content, after: Content): string[] {
  return [
    ...ownChanges(before, after),
    ...(['telegram', 'whatsapp'] as const).flatMap((network) => {
      const name = network === 'telegram' ? 'Telegram' : 'WhatsApp'
      const [was, is] = [before.overrides?.[network], after.overrides?.[network]]
      if (was && is) {
        const text = was.text === is.text ? [] : ['Other text']
        return [...text, ...ownChanges(was, is)].map((words) => `${words} on ${name}`)
      }
      if (is) return [`${name} gets a content of its own`]
      return was ? [`${name} uses the shared content again`] : []
    }),
  ]
}

function ownChanges(before: OwnContent, after: OwnContent): string[] {
  const parts = {
    Files: ({ media }: Part) => media,
    Poll: ({ poll }: Part) => poll,
    'Other texts': ({ variants }: Part) => variants,
    'Link buttons': ({ buttons }: Part) => buttons,
    'Link preview': ({ linkCard }: Part) => linkCard,
    Options: ({ options }: Part) => options,
  }
  return Object.entries(parts).flatMap(([name, of]) => {
    const [was, is] = [of(before), of(after)].map(written)
    if (was === is) return []
    if (was === NONE) return [`${name} added`]
    return [`${name} ${is === NONE ? 'removed' : 'changed'}`]
  })
}

type Part = Partial<
  Record<'media' | 'poll' | 'variants' | 'buttons' | 'linkCard' | 'options', unknown>
>

const NONE = ''

/** The same for what is the same, whatever the order of its names; nothing for what is empty. */
function written(value: unknown): string {
  const text = JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
  return [undefined, '[]', '{}'].includes(text) ? NONE : text
}
