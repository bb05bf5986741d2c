import type { Content } from '@carillon/contract/content/content'
import { capital } from '../../../ui/words.ts'
import { nouns } from '../media/nouns.ts'

/** What a content says where there is one line for it: its text, its question, or its file. */
export function oneLineOf(content: Content): string {
  if (content.kind === 'poll') return content.poll.question
  if (content.text.trim() !== '') return content.text
  if (content.kind === 'album') return `${content.media.length} files`
  if (content.kind !== 'media') return ''
  const [file] = content.media
  return file?.name ?? capital(nouns[file?.kind ?? 'document'])
}
