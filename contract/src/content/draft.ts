import { type Entity, inOrder, type RichText, type Style } from './entities.ts'
import type { Mark, Paired } from './pair.ts'
import type { Block } from './scan.ts'
import { isSpace, signOf } from './signs.ts'
import { valueOf, type Values } from './variables.ts'

/** A text and its entities while they are built. The text is in parts, because joining it for every read would be slow. */
export type Draft = {
  parts: string[]
  length: number
  entities: Entity[]
  /** The values of variables; if missing, variables stay as they are written. */
  values: Values | undefined
  /** The names of the variables that were read. */
  named: Set<string>
}

/** Returns the finished text. Only code, blocks and quotes may begin or end with white space. */
export function finish(draft: Draft): RichText {
  const text = draft.parts.join('')
  const entities = draft.entities.flatMap((entity) => withoutEdges(text, entity))
  return { text, entities: entities.sort(inOrder) }
}

export function addText(draft: Draft, text: string) {
  draft.parts.push(text)
  draft.length += text.length
}

/** Adds a line, or a part of one, whose signs are paired. */
export function addLine(draft: Draft, line: Paired[]) {
  const open: Open = new Map()
  let link: { url: string; offset: number } | undefined
  for (const piece of line) {
    if (piece.kind === 'text') addText(draft, piece.text)
    else if (piece.kind === 'variable') addVariable(draft, piece)
    else if (piece.kind === 'mark') addMark(draft, open, piece)
    else if (piece.kind === 'link') link = { url: piece.url, offset: draft.length }
    else if (piece.kind === 'linkEnd') {
      if (link) addEntity(draft, { type: 'text_link', ...link })
      link = undefined
    } else if (link) addText(draft, `\`${piece.text}\``)
    else addCode(draft, open, piece.text)
  }
}

function addVariable(draft: Draft, { name, text }: { name: string; text: string }) {
  draft.named.add(name)
  addText(draft, valueOf(name, text, draft.values))
}

/** The styles that are open and since where; inside a link one may be opened once more. */
type Open = Map<Style, { offset: number; times: number }>

function addMark(draft: Draft, open: Open, { style, role }: Mark) {
  const since = open.get(style)
  if (!role) addText(draft, signOf[style])
  else if (role === 'start') {
    open.set(
      style,
      since ? { ...since, times: since.times + 1 } : { offset: draft.length, times: 1 },
    )
  } else if (since && since.times > 1) open.set(style, { ...since, times: since.times - 1 })
  else if (since) {
    addEntity(draft, { type: style, offset: since.offset })
    open.delete(style)
  }
}

/** Telegram allows no style over code: an open one ends before it and goes on behind it. */
function addCode(draft: Draft, open: Open, code: string) {
  for (const [style, { offset }] of open) addEntity(draft, { type: style, offset })
  addMono(draft, { type: 'code' }, code)
  for (const since of open.values()) since.offset = draft.length
}

/** Adds a block, which no style and no link reaches over. */
export function addBlock(draft: Draft, { text, language }: Block) {
  addMono(draft, { type: 'pre', ...(language ? { language } : {}) }, text)
}

type Mono = { type: 'code' } | { type: 'pre'; language?: string }

/** Code that touches code could not be written apart again, so it becomes one. */
function addMono(draft: Draft, mono: Mono, code: string) {
  const before = draft.entities.at(-1)
  const touches =
    (before?.type === 'code' || before?.type === 'pre') &&
    before.offset + before.length === draft.length
  if (touches) draft.entities.pop()

  const offset = touches ? before.offset : draft.length
  addText(draft, code)
  const length = draft.length - offset
  draft.entities.push({ ...(touches && before.type === 'pre' ? before : mono), offset, length })
}

/** Adds what began at its offset and ends here, unless nothing came between. */
function addEntity(draft: Draft, entity: Begun) {
  const length = draft.length - entity.offset
  if (length > 0) draft.entities.push({ ...entity, length })
}

type Begun = { offset: number } & (
  | { type: Style | 'blockquote' }
  | { type: 'text_link'; url: string }
)

/** An entity without the white space at its ends; none if nothing is left. */
function withoutEdges(text: string, entity: Entity): Entity[] {
  if (entity.type === 'code' || entity.type === 'pre' || entity.type === 'blockquote')
    return [entity]

  let from = entity.offset
  let to = from + entity.length
  while (from < to && isSpace(text[from] ?? '')) from += 1
  while (from < to && isSpace(text[to - 1] ?? '')) to -= 1
  return from < to ? [{ ...entity, offset: from, length: to - from }] : []
}
