import { type Poll, POLL_OPTIONS_MAX, POLL_OPTIONS_MIN } from '@carillon/contract/content/content'
import { lengthOf } from '@carillon/contract/content/entities'
import { randomKey } from '../../../api/randomKey.ts'
import type { Network } from '../networks.ts'

/** An answer of a poll, under the name that its form gave it. */
export type PollAnswer = { key: string; text: string }

/** A poll as a form has it: blank answers are among it, to be written. */
export type PollFields = {
  question: string
  options: PollAnswer[]
  multiple: boolean
  anonymous: boolean
}

/** Something that is wrong, where it stands below the fields around it. */
export type FieldProblem = { path: (string | number)[]; message: string }

/** The fields that show a poll; a blank one without it. */
export function pollFields(poll?: Poll): PollFields {
  const texts = poll?.options ?? []
  const blank = Array<string>(Math.max(0, POLL_OPTIONS_MIN - texts.length)).fill('')
  return {
    question: poll?.question ?? '',
    options: [...texts, ...blank].map((text, index) => ({ key: `answer-${index}`, text })),
    multiple: poll?.multiple ?? false,
    anonymous: poll?.anonymous !== false,
  }
}

export const newPollAnswer = (text = ''): PollAnswer => ({ key: randomKey(), text })

/** The poll that says this; blank answers are none. */
export const pollOf = ({ question, options, multiple, anonymous }: PollFields): Poll => ({
  question: question.trim(),
  options: options.map(({ text }) => text.trim()).filter(Boolean),
  ...(multiple ? { multiple } : {}),
  ...(anonymous ? {} : { anonymous }),
})

/** Whether there is anything of it. */
export const isPollBegun = ({ question, options }: PollFields): boolean =>
  question.trim() !== '' || options.some(({ text }) => text.trim() !== '')

/** The index in the form of the answer with this index on the server, which gets no blank answers. */
export const answerAt = ({ options }: PollFields, filled: number): number =>
  options.flatMap(({ text }, index) => (text.trim() ? index : []))[filled] ?? 0

/** What keeps a poll from these networks, each at its field. */
export function pollProblems(
  { question, options }: PollFields,
  networks: readonly Network[],
): FieldProblem[] {
  const asked = question.trim()
  const written = options.filter(({ text }) => text.trim())
  const amount =
    written.length < POLL_OPTIONS_MIN
      ? 'Give a poll at least two answers.'
      : written.length > POLL_OPTIONS_MAX
        ? `A poll has at most ${POLL_OPTIONS_MAX} answers; these are ${written.length}. Remove ${written.length - POLL_OPTIONS_MAX}.`
        : undefined
  const problems: (FieldProblem | undefined)[] = [
    asked === ''
      ? { path: ['question'], message: 'Write the question of the poll.' }
      : tooLong(asked, networks, 'questionMax', ['question']),
    amount === undefined ? undefined : { path: ['options'], message: amount },
    ...options.map(({ text }, index) => {
      const answer = text.trim()
      const path = ['options', index, 'text']
      // Telegram would take it, and nobody could tell the two apart; WhatsApp counts votes by the text.
      return answer && options.findIndex((other) => other.text.trim() === answer) < index
        ? { path, message: 'This answer is above already. Change or remove it.' }
        : tooLong(answer, networks, 'answerMax', path)
    }),
  ]
  return problems.filter((problem) => problem !== undefined)
}

function tooLong(
  text: string,
  networks: readonly Network[],
  limit: 'questionMax' | 'answerMax',
  path: FieldProblem['path'],
): FieldProblem | undefined {
  const length = lengthOf(text)
  const short = networks.find((network) => length > network[limit])
  return (
    short && {
      path,
      message: `${short.name} takes at most ${short[limit]} characters in ${fieldWords[limit]}; these are ${length}.`,
    }
  )
}

/** The bar of the editor says it too, away from its field. */
const fieldWords = { questionMax: 'the question of a poll', answerMax: 'an answer of a poll' }

/** The answers in a pasted list: each line is one answer, without its bullet or number. */
export const linesOf = (pasted: string): string[] =>
  pasted
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-*•–]|\d{1,2}[.)])\s+/, '').trim())
    .filter(Boolean)
