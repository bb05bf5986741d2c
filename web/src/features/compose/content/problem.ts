import type { Content } from '@carillon/contract/content/content'
import { lengthOf, TELEGRAM_CAPTION_MAX } from '@carillon/contract/content/entities'
import { parse } from '@carillon/contract/content/markup'
import { type Network, networksOf } from '../networks.ts'

/** What is wrong with a text for these networks, in words; nothing when it can be sent. `beside`: what else is said. */
export function contentProblem(
  text: string,
  networks: readonly Network[] = networksOf([]),
  beside?: Content,
): string | undefined {
  const said = parse(text).text
  const isAlone = !beside || beside.kind === 'text'
  if (said.trim() === '') return isAlone ? 'Write a message.' : undefined
  const length = lengthOf(said)
  if (!isAlone) {
    return length > TELEGRAM_CAPTION_MAX
      ? `With files a text has at most ${figure(TELEGRAM_CAPTION_MAX)} characters; these are ${figure(length)}.`
      : undefined
  }
  const short = networks.find(({ textMax }) => length > textMax)
  return (
    short &&
    `${short.name} takes at most ${figure(short.textMax)} characters; these are ${figure(length)}.`
  )
}

const figure = (n: number) => n.toLocaleString('en')
