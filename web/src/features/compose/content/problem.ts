import { lengthOf } from '@carillon/contract/content/entities'
import { parse } from '@carillon/contract/content/markup'
import { MARKUP_MAX, MARKUP_TOO_LONG, tooLongWords } from '@carillon/contract/content/too-long'
import { buttonProblems } from '../buttons/buttons.ts'
import { cardProblems } from '../link/linkCard.ts'
import { filesProblem } from '../media/files.ts'
import { type Network, networkNamed, networksOf } from '../networks.ts'
import { ownOf } from '../others/own.ts'
import { type FieldProblem, pollProblems } from '../poll/poll.ts'
import { isTextAfter, type OwnContents, type OwnFields } from './options.ts'

type Judged = Pick<
  OwnFields,
  'text' | 'says' | 'files' | 'textAfter' | 'poll' | 'buttons' | 'variants' | 'linkCard'
>

/** What is wrong with a content for these networks, each at its field; nothing when it can be sent. */
export function contentProblems(
  said: Judged & { own: OwnContents },
  networks: readonly Network[] = networksOf([]),
): FieldProblem[] {
  return [
    ...ownProblems(
      said,
      networks.filter(({ id }) => !said.own[id]),
    ),
    ...ownOf(said.own).flatMap(([id, own]) =>
      below('own', below(id, ownProblems(own, [networkNamed(id)]))),
    ),
  ]
}

function ownProblems(said: Judged, networks: readonly Network[]): FieldProblem[] {
  const { says, files, poll, buttons, variants } = said
  const isPoll = says === 'poll'
  const text = isPoll ? undefined : textProblem(said, networks)
  return [
    ...(text === undefined ? [] : [{ path: ['text'], message: text }]),
    // One that is blank is not sent.
    ...(isPoll ? [] : variants).flatMap((variant, n) => {
      const isBlank = variant.text.trim() === ''
      const message = isBlank ? undefined : lengthProblem({ ...said, text: variant.text }, networks)
      return message === undefined ? [] : [{ path: ['variants', n, 'text'], message }]
    }),
    ...(isPoll
      ? below('poll', pollProblems(poll, networks))
      : below('linkCard', cardProblems(said.linkCard))),
    ...below('buttons', buttonProblems(buttons, isPoll || isTextAfter(said) ? 0 : files.length)),
  ]
}

const below = (name: string, problems: FieldProblem[]): FieldProblem[] =>
  problems.map(({ path, message }) => ({ path: [name, ...path], message }))

/** What is told of a message that says nothing. */
export const NOTHING_WRITTEN = 'Write a message.'

/** The same where only files are there, and a text is to go after them. */
const NOTHING_AFTER = 'Write the text that goes after the files.'

function textProblem(said: Judged, networks: readonly Network[]): string | undefined {
  const { text, files } = said
  const isBlank = parse(text).text.trim() === ''
  const nothing = files.length === 0 ? NOTHING_WRITTEN : isTextAfter(said) && NOTHING_AFTER
  return filesProblem(files) ?? ((isBlank && nothing) || undefined) ?? lengthProblem(said, networks)
}

const lengthProblem = (
  { text, ...said }: Pick<Judged, 'text' | 'says' | 'files' | 'textAfter'>,
  networks: readonly Network[],
): string | undefined => {
  if (text.length > MARKUP_MAX) return MARKUP_TOO_LONG
  const isCaption = said.files.length > 0 && !isTextAfter(said)
  return tooLong(parse(text).text, networks, isCaption ? 'captionMax' : 'textMax')
}

function tooLong(said: string, networks: readonly Network[], limit: 'textMax' | 'captionMax') {
  // Space around it is sent nowhere.
  const length = lengthOf(said.trim())
  const short = networks.find((network) => length > network[limit])
  if (!short) return undefined
  const withFiles = limit === 'captionMax'
  const words = tooLongWords({ network: short.name, length, max: short[limit], withFiles })
  return withFiles ? `${words} Send the text after them, or shorten it.` : words
}
