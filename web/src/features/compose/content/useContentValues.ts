import { useFormContext, useWatch } from 'react-hook-form'
import type { Shown } from './options.ts'

const names = [
  'text',
  'says',
  'variants',
  'files',
  'poll',
  'buttons',
  'captionAbove',
  'textAfter',
  'silent',
  'protect',
  'linkPreview',
  'mentionAll',
  'linkCard',
  'own',
] as const satisfies (keyof Shown)[]

/** What the form around says, as it is typed; `at` is where the content stands in it. */
export function useContentValues(at = ''): Shown {
  const { control } = useFormContext()
  const values: unknown[] = useWatch({ control, name: names.map((name) => `${at}${name}`) })
  return Object.fromEntries(names.map((name, index) => [name, values[index]])) as Shown
}
