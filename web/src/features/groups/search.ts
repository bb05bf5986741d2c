import { channelFacts } from '@carillon/contract/channels'
import type { Group } from '@carillon/contract/groups'

/** Whether a group, or a chat, has all these words in its name or in that of its network; accents do not count. */
export function hasWords({ title, channel }: Pick<Group, 'title' | 'channel'>, words: string) {
  const named = plain(`${title} ${channelFacts[channel].network}`)
  return plain(words)
    .split(/\s+/)
    .every((word) => named.includes(word))
}

const plain = (text: string) =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
