import { isObject, jsonOf, type Args } from './arguments.ts'
import { urlProblem } from './formatted-text.ts'
import { badRequest } from './refusal.ts'
import type { Button } from '../world/telegram/model.ts'

// Telegram's own bounds for buttons under one message.
const BUTTONS_MAX = 100
const CALLBACK_BYTES_MAX = 64

/** The buttons of `reply_markup`. Other keyboards are accepted and ignored, because groups do not show them. */
export function buttonsOf(args: Args): Button[][] | undefined {
  const markup = jsonOf(args, 'reply_markup', "can't parse reply keyboard markup JSON object")
  if (markup === undefined) return undefined
  if (!isObject(markup)) throw badRequest('object expected as reply markup')
  const rows = markup['inline_keyboard']
  if (rows === undefined) return undefined
  if (!Array.isArray(rows)) throw badRequest('field "inline_keyboard" must be of type Array')
  const buttons = rows.map(rowOf).filter((row) => row.length > 0)
  if (buttons.flat().length > BUTTONS_MAX) throw badRequest('reply markup is too long')
  return buttons.length > 0 ? buttons : undefined
}

function rowOf(row: unknown): Button[] {
  if (!Array.isArray(row)) {
    throw badRequest(
      'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
    )
  }
  return row.map(buttonOf)
}

const ACTIONS = [
  'url',
  'login_url',
  'callback_data',
  'callback_game',
  'pay',
  'switch_inline_query',
  'switch_inline_query_current_chat',
  'switch_inline_query_chosen_chat',
  'web_app',
  'copy_text',
]

function buttonOf(button: unknown): Button {
  if (!isObject(button)) throw unparsed('InlineKeyboardButton must be an Object')
  const text = button['text']
  if (text === undefined) throw unparsed('Can\'t find field "text"')
  if (typeof text !== 'string') throw unparsed('Field "text" must be of type String')
  const url = button['url']
  if (typeof url === 'string' && url !== '') {
    const problem = urlProblem(url)
    if (problem) throw badRequest(`inline keyboard button URL '${url}' is invalid: ${problem}`)
    return { ...button, text, url: url.includes('://') ? url : `http://${url}` }
  }
  const { url: _, ...rest } = button
  const acts = ACTIONS.some((action) => rest[action] !== undefined && rest[action] !== '')
  if (!acts) throw unparsed('Text buttons are unallowed in the inline keyboard')
  const data = rest['callback_data']
  if (typeof data === 'string' && Buffer.byteLength(data) > CALLBACK_BYTES_MAX) {
    throw badRequest('BUTTON_DATA_INVALID')
  }
  return { ...rest, text }
}

const unparsed = (what: string) => badRequest(`can't parse inline keyboard button: ${what}`)

/** `link_preview_options` as the message will show them. */
export function linkPreviewOf(args: Args): Record<string, unknown> | undefined {
  const problem = "can't parse link preview options JSON object"
  const options = jsonOf(args, 'link_preview_options', problem)
  if (options === undefined) return undefined
  if (!isObject(options)) throw badRequest('object expected as link preview options')
  return options
}
