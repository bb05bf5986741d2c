import type { OwnContent } from '@carillon/contract/content/content'
import { parse, variablesIn } from '@carillon/contract/content/markup'
import { textsOf } from '@carillon/contract/content/resolve'
import { fill, isVariable, variableAt, VARIABLES } from '@carillon/contract/content/variables'
import type { FieldProblem } from '@carillon/contract/errors'

/** Problems, by field, with variables that do not exist or are used where they are not replaced. */
export function checkVariables(content: OwnContent, base: string): FieldProblem[] {
  const [text, ...variants] = textsOf(content)
  const { buttons = [], linkCard } = content
  return [
    ...checkMarkup(text ?? '', `${base}.text`),
    ...variants.flatMap((variant, n) => checkMarkup(variant, `${base}.variants.${n}`)),
    ...buttons.flatMap((row, y) =>
      row.flatMap(({ text: label, url }, x) => [
        ...unknown(filledIn(label), `${base}.buttons.${y}.${x}.text`),
        ...(namesOne(url) ? [inAddress(`${base}.buttons.${y}.${x}.url`)] : []),
      ]),
    ),
    ...unknown(filledIn(linkCard?.title ?? ''), `${base}.linkCard.title`),
    ...unknown(filledIn(linkCard?.description ?? ''), `${base}.linkCard.description`),
    ...(content.kind === 'poll' ? checkPoll(content, base) : []),
  ]
}

/** Whether a content contains the name of the group. */
export const namesGroup = (content: OwnContent): boolean =>
  [
    ...textsOf(content).map(variablesIn),
    ...(content.buttons ?? []).flat().map(({ text }) => filledIn(text)),
    ...(content.kind === 'poll' ? [content.poll.question, ...content.poll.options] : []).map(
      filledIn,
    ),
  ].some((names) => names.has('group'))

function checkPoll(
  { poll, variants }: OwnContent & { kind: 'poll' },
  base: string,
): FieldProblem[] {
  return [
    ...unknown(filledIn(poll.question), `${base}.poll.question`),
    ...poll.options.flatMap((one, n) => unknown(filledIn(one), `${base}.poll.options.${n}`)),
    ...(variants?.length ? [{ path: `${base}.variants`, message: NO_VARIANTS }] : []),
  ]
}

const NO_VARIANTS = 'A poll has no variants. Make a cycle of several polls instead.'

function checkMarkup(markup: string, path: string): FieldProblem[] {
  const found = unknown(variablesIn(markup), path)
  if (!markup.includes('{{')) return found
  const linked = parse(markup).entities.some(
    (entity) => entity.type === 'text_link' && namesOne(entity.url),
  )
  return linked ? [...found, inAddress(path)] : found
}

function unknown(names: ReadonlySet<string>, path: string): FieldProblem[] {
  return [...names]
    .filter((name) => !isVariable(name))
    .map((name) => ({ path, message: `There is no {{${name}}}. ${KNOWN}` }))
}

const KNOWN = `There are ${VARIABLES.map((name) => `{{${name}}}`).join(', ')}. To write braces as they are, put a backslash before them.`

const inAddress = (path: string): FieldProblem => ({
  path,
  message: 'An address is the same for everybody: variables are not replaced in it.',
})

/** Whether an address contains a known variable. */
function namesOne(address: string): boolean {
  for (let at = address.indexOf('{{'); at >= 0; at = address.indexOf('{{', at + 1)) {
    const found = variableAt(address, at)
    if (found && isVariable(found.name)) return true
  }
  return false
}

function filledIn(text: string): ReadonlySet<string> {
  const named = new Set<string>()
  fill(text, undefined, named)
  return named
}
