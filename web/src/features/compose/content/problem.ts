import { lengthOf } from '@carillon/contract/content/entities'
import { parse } from '@carillon/contract/content/markup'
import { filesProblem } from '../media/files.ts'
import { type Network, networksOf } from '../networks.ts'
import type { ContentFields } from './options.ts'

/** What is wrong with a content for these networks, in words; nothing when it can be sent. */
export function contentProblem(
  text: string,
  { files, beside }: Pick<ContentFields, 'files' | 'beside'>,
  networks: readonly Network[] = networksOf([]),
): string | undefined {
  const said = parse(text).text
  if (files.length > 0) return filesProblem(files) ?? tooLong(said, networks, 'captionMax')
  if (beside?.kind === 'poll') return undefined
  return said.trim() === '' ? 'Write a message.' : tooLong(said, networks, 'textMax')
}

function tooLong(said: string, networks: readonly Network[], limit: 'textMax' | 'captionMax') {
  const length = lengthOf(said)
  const short = networks.find((network) => length > network[limit])
  if (!short) return undefined
  const most = `${short.name} takes at most ${figure(short[limit])} characters`
  return limit === 'textMax'
    ? `${most}; these are ${figure(length)}.`
    : `${most} with files; these are ${figure(length)}. Send the text as a message of its own, or shorten it.`
}

const figure = (n: number) => n.toLocaleString('en')
