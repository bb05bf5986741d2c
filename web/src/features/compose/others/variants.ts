import { VARIANTS_MAX } from '@carillon/contract/content/content'
import { randomKey } from '../../../api/randomKey.ts'

/** Another text of a content, under the name that its form gave it. */
export type Variant = { key: string; text: string }

/** Most other texts of a content. */
export const OTHERS_MAX = VARIANTS_MAX - 1

/** The fields that show the other texts of a content. */
export const variantFields = (texts: readonly string[] = []): Variant[] =>
  texts.map((text, index) => ({ key: `variant-${index}`, text }))

export const newVariant = (): Variant => ({ key: randomKey(), text: '' })

/** What the server is told of them: one that is blank is none. */
export const variantsOf = (variants: readonly Variant[]): string[] =>
  variants.flatMap(({ text }) => (text.trim() ? text : []))

/** The index in the form of the text with this index on the server, which gets no blank texts. */
export const variantAt = (variants: readonly Variant[], filled: number): number =>
  variants.flatMap(({ text }, index) => (text.trim() ? index : []))[filled] ?? 0
