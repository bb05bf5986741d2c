import type { Content } from '@carillon/contract/content/content'
import { plain } from '@carillon/contract/content/markup'
import { oneLineOf } from './line.ts'

/** What a content says in one line, as members read it: without markup. */
export const plainLineOf = (content: Content): string =>
  plain(oneLineOf(content)).replaceAll(/\s+/g, ' ').trim()
