import { isObject, jsonOf, textOf, type Args } from './arguments.ts'
import { badRequest } from './refusal.ts'
import type { Entity, Text } from '../world/telegram/model.ts'
import { typedEntities } from '../world/telegram/messages.ts'
import type { World } from '../world/world.ts'

// Telegram counts characters as Unicode code points here, though entities count UTF-16 units.
const TEXT_LENGTH_MAX = 4096
const CAPTION_LENGTH_MAX = 1024
// Refused before anything else is looked at.
const TEXT_BYTES_MAX = 32_768
const ENTITY_BOUND_MAX = 1_000_000

/** The text and formatting of a call as they were sent: what the real server refuses at first sight. */
export function parseText(world: World, args: Args): Text {
  const text = textOf(args, 'text')
  if (text === '') throw badRequest('message text is empty')
  if (text.length * 3 > TEXT_BYTES_MAX && Buffer.byteLength(text) > TEXT_BYTES_MAX) {
    throw badRequest('text is too long')
  }
  checkParseMode(textOf(args, 'parse_mode'))
  return { text, entities: entitiesOf(world, args, 'entities') }
}

/** The same of a caption, which may be empty. `args` is a call, or one item of an album. */
export function parseCaption(world: World, args: Args): Text {
  checkParseMode(textOf(args, 'parse_mode'))
  const text = textOf(args, 'caption')
  return { text, entities: entitiesOf(world, args, 'caption_entities') }
}

/** The same as members will see it, checked after the chat was found: trimmed, entities moved along. */
export function fixText(raw: Text): Text {
  const { text, entities } = clean(raw)
  if (text === '') throw badRequest('text must be non-empty')
  if (isLonger(text, TEXT_LENGTH_MAX)) throw badRequest('message is too long')
  return { text, entities }
}

/** The same of a caption. */
export function fixCaption(raw: Text): Text {
  const caption = clean(raw)
  if (isLonger(caption.text, CAPTION_LENGTH_MAX)) throw badRequest('message caption is too long')
  return caption
}

/** Whether a text has more than `max` characters, as Telegram counts them. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > max && codePoints(text) > max

const codePoints = (text: string): number =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)

function checkParseMode(mode: string): void {
  if (mode === '' || mode.toLowerCase() === 'none') return
  if (!['markdown', 'markdownv2', 'html'].includes(mode.toLowerCase())) {
    throw badRequest('unsupported parse_mode')
  }
  // The product sends entities, never markup; a request that does is a mistake worth an error.
  throw badRequest("can't parse entities: the sandbox reads entities only, not parse_mode")
}

function entitiesOf(world: World, args: Args, name: string): Entity[] {
  const given = args[name]
  if (given === undefined || given === '') return []
  let list: unknown
  try {
    list = jsonOf(args, name, '')
  } catch {
    // The real server passes over entities that are not JSON.
    return []
  }
  if (!Array.isArray(list)) return []
  return list.flatMap((item: unknown) => entityOf(world, item) ?? [])
}

// Marked by the server itself; given ones are passed over.
const AUTOMATIC = /^(mention|hashtag|cashtag|bot_command|url|email|phone_number|bank_card_number)$/
const PLAIN =
  /^(bold|italic|underline|strikethrough|spoiler|code|blockquote|expandable_blockquote|date_time)$/

function entityOf(world: World, item: unknown): Entity | undefined {
  if (!isObject(item)) throw unparsed('expected an Object')
  const offset = numberField(item, 'offset')
  const length = numberField(item, 'length')
  const type = stringField(item, 'type')
  const base = { type, offset, length }
  if (AUTOMATIC.test(type)) return undefined
  if (PLAIN.test(type)) return base
  switch (type) {
    case 'pre':
      return typeof item['language'] === 'string' ? { ...base, language: item['language'] } : base
    case 'text_link':
      return { ...base, url: linkOf(stringField(item, 'url')) }
    case 'text_mention':
      return { ...base, userId: mentionedUser(world, item) }
    case 'custom_emoji':
      return { ...base, customEmojiId: customEmoji(item) }
  }
  throw unparsed(type === '' ? 'Type is not specified' : 'Unsupported type specified')
}

function linkOf(url: string): string {
  const problem = urlProblem(url)
  if (problem) throw badRequest(`entity URL '${url}' is invalid: ${problem}`)
  return url.includes('://') ? url : `http://${url}`
}

/** Why Telegram would not take this link, in its words; undefined when it would. */
export function urlProblem(url: string): string | undefined {
  const [, scheme, rest = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/i.exec(url) ?? []
  if (scheme && !/^(https?|tg|ton|tonsite)$/i.test(scheme)) return 'Unsupported URL protocol'
  if (rest === '') return 'URL host is empty'
  if (scheme && !/^https?$/i.test(scheme)) return undefined
  const host = rest.split(/[/?#]/)[0]?.replace(/:\d+$/, '') ?? ''
  if (host === '') return 'URL host is empty'
  return /^[^\s.]+(\.[^\s.]+)+$/.test(host) ? undefined : 'Wrong HTTP URL'
}

function mentionedUser(world: World, item: Record<string, unknown>): number {
  const user = item['user']
  if (!isObject(user)) throw unparsed('Can\'t find field "user"')
  const id = Number(user['id'])
  if (!world.state.telegram.users.has(id)) throw badRequest('user not found')
  return id
}

function customEmoji(item: Record<string, unknown>): string {
  const id = textOf(item, 'custom_emoji_id')
  const valid = /^\d{1,19}$/.test(id) && BigInt(id) < 2n ** 63n
  if (!valid) throw unparsed('Field "custom_emoji_id" must be a valid Number')
  return id
}

function numberField(item: Record<string, unknown>, name: string): number {
  const value = item[name]
  if (value === undefined) throw unparsed(`Can't find field "${name}"`)
  if (!Number.isInteger(Number(value))) throw unparsed(`Field "${name}" must be a valid Number`)
  return Number(value)
}

function stringField(item: Record<string, unknown>, name: string): string {
  const value = item[name]
  if (value === undefined) throw unparsed(`Can't find field "${name}"`)
  if (typeof value !== 'string') throw unparsed(`Field "${name}" must be of type String`)
  return value
}

const unparsed = (what: string) => badRequest(`can't parse MessageEntity: ${what}`)

function clean({ text: given, entities }: Text): Text {
  for (const entity of entities) checkBounds(given, entity)
  const start = given.length - given.trimStart().length
  const text = given.trim()
  const kept = entities.flatMap((entity) => {
    const from = Math.max(0, entity.offset - start)
    const to = Math.min(text.length, entity.offset + entity.length - start)
    return to > from ? [{ ...entity, offset: from, length: to - from }] : []
  })
  if (!/[/@]/.test(text)) return { text, entities: kept.sort(byPlace) }
  const own = typedEntities(text).filter((auto) => !kept.some((entity) => overlap(auto, entity)))
  return { text, entities: [...kept, ...own].sort(byPlace) }
}

function checkBounds(text: string, { offset, length }: Entity): void {
  if (offset < 0 || offset > ENTITY_BOUND_MAX) {
    throw badRequest(`receive an entity with incorrect offset ${offset}`)
  }
  if (length < 0 || length > ENTITY_BOUND_MAX) {
    throw badRequest(`receive an entity with incorrect length ${length}`)
  }
  const end = offset + length
  if (length === 0) return
  if (offset >= text.length) {
    throw badRequest(`entity begins after the end of the text at UTF-16 offset ${offset}`)
  }
  const start = `entity beginning at UTF-16 offset ${offset}`
  if (end > text.length) {
    throw badRequest(`${start} ends after the end of the text at UTF-16 offset ${end}`)
  }
  const bytes = (units: number) => Buffer.byteLength(text.slice(0, units + 1))
  if (splitsPair(text, offset)) {
    const where = Buffer.byteLength(text.slice(0, offset - 1))
    throw badRequest(`entity begins in a middle of a UTF-16 symbol at byte offset ${where}`)
  }
  if (splitsPair(text, end)) {
    throw badRequest(`${start} ends in a middle of a UTF-16 symbol at byte offset ${bytes(end)}`)
  }
}

function splitsPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
}

const byPlace = (a: Entity, b: Entity) => a.offset - b.offset || b.length - a.length

const overlap = (a: Entity, b: Entity) =>
  a.offset < b.offset + b.length &&
  b.offset < a.offset + a.length &&
  !/^(bold|italic|underline|strikethrough|spoiler|blockquote|expandable_blockquote)$/.test(b.type)
