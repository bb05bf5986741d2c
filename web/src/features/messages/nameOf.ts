import type { Message } from '@carillon/contract/messages'
import { mostlySaid, previewOf } from './words.ts'

/** The most of its text that a heading has, in characters. */
const NAME_MAX = 60

/** What a message that is over is called at the top of its page: its title, else how its text begins, as members have it. */
export function nameOf(
  message: Pick<Message, 'title' | 'status' | 'content' | 'occurrence'>,
): string {
  const name = Array.from(previewOf({ ...message, content: mostlySaid(message) }))
  return name.length > NAME_MAX ? `${name.slice(0, NAME_MAX).join('').trimEnd()}…` : name.join('')
}
