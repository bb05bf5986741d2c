import {
  BUTTON_TEXT_MAX,
  BUTTON_URL_MAX,
  BUTTON_URL_WRONG,
  BUTTONS_MAX,
  isButtonUrl,
  type LinkButton,
} from '@carillon/contract/content/content'
import { randomKey } from '../../../api/randomKey.ts'
import type { FieldProblem } from '../poll/poll.ts'

/** A button below a message, under the name that its form gave it. */
export type ButtonFields = LinkButton & {
  key: string
  /** Whether it stands in the row of the one before. */
  joins: boolean
}

/** Most buttons of a row that a phone can show. */
export const ROW_MAX = 4

/** The fields that show rows of buttons. */
export const buttonFields = (rows: readonly (readonly LinkButton[])[] = []): ButtonFields[] =>
  rows.flatMap((row, y) =>
    row.map(({ text, url }, x) => ({ key: `button-${y}-${x}`, text, url, joins: x > 0 })),
  )

export const newButton = (): ButtonFields => ({ key: randomKey(), text: '', url: '', joins: false })

/** An address as people write it, with the scheme it lacks: `example.org/plan` becomes `https://example.org/plan`. */
export const withScheme = (url: string): string =>
  /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(url.trim()) ? `https://${url.trim()}` : url

/** The buttons in their rows. */
export function rowsOf<B extends { joins: boolean }>(buttons: readonly B[]): B[][] {
  const rows: B[][] = []
  for (const button of buttons) {
    const row = rows.at(-1)
    if (row && button.joins) row.push(button)
    else rows.push([button])
  }
  return rows
}

/** What the server is told of them. */
export const buttonsOf = (buttons: readonly ButtonFields[]): LinkButton[][] =>
  rowsOf(buttons).map((row) => row.map(({ text, url }) => ({ text: text.trim(), url: url.trim() })))

/** The place in the list of a button that the server knows by row and place. */
export const buttonAt = (buttons: readonly ButtonFields[], y: number, x: number): number =>
  rowsOf(buttons)
    .slice(0, y)
    .reduce((sum, row) => sum + row.length, x)

/** What networks say of buttons below several files. */
export const NOT_BELOW_ALBUM =
  'Telegram shows no buttons below several files. Write them as links into the text, remove them, or send one file.'

/** What keeps these buttons from standing below so many files, each at its field. */
export function buttonProblems(buttons: readonly ButtonFields[], files: number): FieldProblem[] {
  const found: FieldProblem[] = []
  if (buttons.length > 0 && files > 1) found.push({ path: [], message: NOT_BELOW_ALBUM })
  else if (buttons.length > BUTTONS_MAX) {
    found.push({ path: [], message: `Use at most ${BUTTONS_MAX} buttons.` })
  }
  for (const [index, { text, url }] of buttons.entries()) {
    const words = textProblem(text.trim())
    const address = urlProblem(url.trim())
    if (words) found.push({ path: [index, 'text'], message: words })
    if (address) found.push({ path: [index, 'url'], message: address })
  }
  return found
}

function textProblem(text: string): string | undefined {
  if (text === '') return 'Write what stands on the button.'
  return text.length > BUTTON_TEXT_MAX
    ? `The text of a button has at most ${BUTTON_TEXT_MAX} characters.`
    : undefined
}

function urlProblem(url: string): string | undefined {
  if (!isButtonUrl(url)) return BUTTON_URL_WRONG
  return url.length > BUTTON_URL_MAX
    ? `The address of a button has at most ${BUTTON_URL_MAX} characters.`
    : undefined
}
