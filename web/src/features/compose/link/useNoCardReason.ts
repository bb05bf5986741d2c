import { useFormContext, useWatch } from 'react-hook-form'
import type { OwnFields } from '../content/options.ts'
import { noCardReason } from './linkCard.ts'

const names = [
  'says',
  'text',
  'variants',
  'buttons',
  'files',
  'textAfter',
  'linkPreview',
] as const satisfies (keyof OwnFields)[]

/** Why WhatsApp would show no card with the content at this place of the form, as it is typed. */
export function useNoCardReason(at: string): string | undefined {
  const { control } = useFormContext()
  return useWatch({
    control,
    name: names.map((name) => `${at}${name}`),
    compute: (values: unknown[]) =>
      noCardReason(
        Object.fromEntries(names.map((name, index) => [name, values[index]])) as OwnFields,
      ),
  })
}
