import * as z from 'zod/mini'
import { buttonAt, type ButtonFields } from '../buttons/buttons.ts'
import { IN_PARTS } from '../problemsIn.ts'
import type { LinkCardFields } from '../link/linkCard.ts'
import type { ContentFile } from '../media/files.ts'
import { answerAt, type FieldProblem, type PollFields } from '../poll/poll.ts'
import { followUpFields } from '../options/followUps.ts'
import { ownOf } from '../others/own.ts'
import { type Variant, variantAt } from '../others/variants.ts'
import type { OwnContents, OwnFields, ContentFormValues } from './options.ts'

/** The fields of a content, as parts of a form's schema. */
export const contentShape = {
  text: z.string(),
  says: z.enum(['message', 'poll']),
  variants: z.array(z.custom<Variant>()),
  files: z.array(z.custom<ContentFile>()),
  poll: z.custom<PollFields>(),
  buttons: z.array(z.custom<ButtonFields>()),
  captionAbove: z.boolean(),
  textAfter: z.boolean(),
  silent: z.boolean(),
  protect: z.boolean(),
  linkPreview: z.boolean(),
  mentionAll: z.boolean(),
  linkCard: z.custom<LinkCardFields | null>(),
  ...followUpFields,
  own: z.custom<OwnContents>(),
  // Undefined for most contents, and then missing in what was kept of a form.
  beside: z.optional(z.custom<ContentFormValues['beside']>()),
}

/**
 * The fields that a refusal at this one is about. What a network does not take of a content can be mended in any
 * part of it, and by other groups.
 */
export function aboutOf(path: string): string[] {
  const [, at = '', name = ''] = /^(\w+\.\d+\.)?(\w+)/.exec(path) ?? []
  if (!(name in contentShape)) return [path]
  return [...Object.keys(contentShape).map((one) => at + one), 'groupIds', 'topics']
}

export type Issues = { addIssue: (issue: { code: 'custom' } & FieldProblem) => void }

/** Adds what is wrong with a content as issues of its fields. */
export function addIssues(problems: readonly FieldProblem[], issues: Issues) {
  // A field that is judged by itself knows of its parts only if something is said of it, too.
  const heads = new Map(
    problems.map(({ path }) => headOf(path)).map((head) => [head.join('.'), head]),
  )
  heads.delete('')
  for (const head of heads.values()) {
    issues.addIssue({ code: 'custom', path: head, message: IN_PARTS })
  }
  for (const problem of problems) issues.addIssue({ code: 'custom', ...problem })
}

/** The field that a place within it belongs to; empty for what is a field of its own. */
function headOf(path: FieldProblem['path']): FieldProblem['path'] {
  const at = path.findIndex((name) => PARTED.includes(`${name}`))
  return at >= 0 && at < path.length - 1 ? path.slice(0, at + 1) : []
}

/** The fields that are read and judged whole, each of its parts shown by a control of its own. */
const PARTED = ['variants', 'poll', 'buttons', 'linkCard']

/** The field of a content that a place below `content` in a request belongs to, such as `poll.options.2`. */
export function contentFieldOf(path: string, said: Placed): string {
  const [head = '', first = '', second = '', third = ''] = path.split('.')
  if (head === 'overrides') {
    const network = ownOf(said.own).find(([id]) => id === first)
    if (!network) return 'text'
    const within = path.slice(`overrides.${first}.`.length)
    return `own.${first}.${contentFieldOf(within, network[1])}`
  }
  if (head === 'variants' && first !== '') {
    return `variants.${variantAt(said.variants, Number(first))}.text`
  }
  if (head === 'poll' && first === 'options' && second !== '') {
    return `poll.options.${answerAt(said.poll, Number(second))}.text`
  }
  if (head === 'poll') return first === 'question' ? 'poll.question' : 'poll.options'
  if (head === 'buttons' && third !== '') {
    return `buttons.${buttonAt(said.buttons, Number(first), Number(second))}.${third}`
  }
  if (head === 'linkCard' && said.linkCard) return path
  return head === 'buttons' ? 'buttons' : 'text'
}

type Placed = Pick<OwnFields, 'poll' | 'buttons' | 'variants' | 'linkCard'> & { own?: OwnContents }
