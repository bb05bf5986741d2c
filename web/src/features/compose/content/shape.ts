import * as z from 'zod/mini'
import { buttonAt, type ButtonFields } from '../buttons/buttons.ts'
import { IN_PARTS } from '../problemsIn.ts'
import type { ContentFile } from '../media/files.ts'
import { answerAt, type FieldProblem, type PollFields } from '../poll/poll.ts'
import { followUpFields } from '../options/followUps.ts'
import type { Said } from './options.ts'

/** The fields of a content, as parts of a form's schema. */
export const contentShape = {
  text: z.string(),
  says: z.enum(['message', 'poll']),
  files: z.array(z.custom<ContentFile>()),
  poll: z.custom<PollFields>(),
  buttons: z.array(z.custom<ButtonFields>()),
  captionAbove: z.boolean(),
  silent: z.boolean(),
  protect: z.boolean(),
  linkPreview: z.boolean(),
  ...followUpFields,
  beside: z.custom<Said['beside']>(),
}

type Issues = { addIssue: (issue: { code: 'custom' } & FieldProblem) => void }

/** Puts what is wrong with a content at its fields. */
export function tellProblems(problems: readonly FieldProblem[], issues: Issues) {
  // A field that is judged by itself knows of its parts only if something is said of it, too.
  const heads = new Set(problems.flatMap(({ path }) => (path.length > 1 ? path.slice(0, 1) : [])))
  for (const head of heads) issues.addIssue({ code: 'custom', path: [head], message: IN_PARTS })
  for (const problem of problems) issues.addIssue({ code: 'custom', ...problem })
}

/** The field of a content that a place below `content` in a request belongs to, such as `poll.options.2`. */
export function contentFieldOf(path: string, said: Pick<Said, 'poll' | 'buttons'>): string {
  const [head = '', first = '', second = '', third = ''] = path.split('.')
  if (head === 'poll' && first === 'options' && second !== '') {
    return `poll.options.${answerAt(said.poll, Number(second))}.text`
  }
  if (head === 'poll') return first === 'question' ? 'poll.question' : 'poll.options'
  if (head === 'buttons' && third !== '') {
    return `buttons.${buttonAt(said.buttons, Number(first), Number(second))}.${third}`
  }
  return head === 'buttons' ? 'buttons' : 'text'
}
