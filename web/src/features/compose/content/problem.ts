import { lengthOf } from '@carillon/contract/content/entities'
import { parse } from '@carillon/contract/content/markup'
import { type Network, networksOf } from '../networks.ts'

/** What is wrong with a text for these networks, in words; nothing when it can be sent. */
export function contentProblem(
  text: string,
  networks: readonly Network[] = networksOf([]),
): string | undefined {
  const said = parse(text).text
  if (said.trim() === '') return 'Write a message.'
  const length = lengthOf(said)
  const short = networks.find(({ textMax }) => length > textMax)
  return (
    short &&
    `${short.name} takes at most ${figure(short.textMax)} characters; these are ${figure(length)}.`
  )
}

const figure = (n: number) => n.toLocaleString('en')
