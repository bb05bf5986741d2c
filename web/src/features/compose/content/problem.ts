import { lengthOf } from '@carillon/contract/content/entities'
import { parse } from '@carillon/contract/content/markup'
import { buttonProblems } from '../buttons/buttons.ts'
import { filesProblem } from '../media/files.ts'
import { type Network, networksOf } from '../networks.ts'
import { type FieldProblem, pollProblems } from '../poll/poll.ts'
import type { Said } from './options.ts'

type Judged = Pick<Said, 'text' | 'says' | 'files' | 'poll' | 'buttons'>

/** What is wrong with a content for these networks, each at its field; nothing when it can be sent. */
export function contentProblems(
  said: Judged,
  networks: readonly Network[] = networksOf([]),
): FieldProblem[] {
  const { says, files, poll, buttons } = said
  const isPoll = says === 'poll'
  const text = isPoll ? undefined : textProblem(said, networks)
  return [
    ...(text === undefined ? [] : [{ path: ['text'], message: text }]),
    ...(isPoll ? below('poll', pollProblems(poll, networks)) : []),
    ...below('buttons', buttonProblems(buttons, isPoll ? 0 : files.length)),
  ]
}

const below = (name: string, problems: FieldProblem[]): FieldProblem[] =>
  problems.map(({ path, message }) => ({ path: [name, ...path], message }))

/** What is told of a message that says nothing. */
export const NOTHING_WRITTEN = 'Write a message.'

function textProblem({ text, files }: Judged, networks: readonly Network[]): string | undefined {
  const said = parse(text).text
  if (files.length > 0) return filesProblem(files) ?? tooLong(said, networks, 'captionMax')
  return said.trim() === '' ? NOTHING_WRITTEN : tooLong(said, networks, 'textMax')
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
