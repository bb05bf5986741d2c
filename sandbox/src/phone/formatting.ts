import { html, type Html } from '../http/html.ts'
import type { Entity } from '../world/telegram/model.ts'

/** A message's text as members see it. Entities that cross are cut where the outer one ends. */
export function formattedHtml(text: string, entities: Entity[]): Html {
  const sorted = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length)
  return piece(text, 0, text.length, sorted)
}

function piece(text: string, from: number, to: number, entities: Entity[]): Html {
  const parts: Html[] = []
  let at = from
  const rest = [...entities]
  for (let entity = rest.shift(); entity; entity = rest.shift()) {
    const start = Math.max(entity.offset, at)
    const end = Math.min(entity.offset + entity.length, to)
    if (start >= end) continue
    parts.push(html`${text.slice(at, start)}`)
    const within = takeWithin(rest, end)
    parts.push(wrapped(entity, piece(text, start, end, within), text.slice(start, end)))
    at = end
  }
  parts.push(html`${text.slice(at, to)}`)
  return html`${parts}`
}

/** Takes what starts before `end`; what reaches beyond it stays as well, for its second half. */
function takeWithin(rest: Entity[], end: number): Entity[] {
  const within: Entity[] = []
  while (rest[0] && rest[0].offset < end) {
    const entity = rest.shift()
    if (!entity) break
    within.push(entity)
    const beyond = entity.offset + entity.length - end
    if (beyond > 0) rest.unshift({ ...entity, offset: end, length: beyond })
  }
  return within
}

function wrapped(entity: Entity, inner: Html, words: string): Html {
  switch (entity.type) {
    case 'bold':
      return html`<strong>${inner}</strong>`
    case 'italic':
      return html`<em>${inner}</em>`
    case 'underline':
      return html`<u>${inner}</u>`
    case 'strikethrough':
      return html`<s>${inner}</s>`
    case 'spoiler':
      return html`<span class="spoiler" tabindex="0" title="Hidden until you point at it"
        >${inner}</span
      >`
    case 'code':
      return html`<code>${inner}</code>`
    case 'pre':
      return html`<pre>${inner}</pre>`
    case 'blockquote':
    case 'expandable_blockquote':
      return html`<blockquote>${inner}</blockquote>`
    case 'text_link':
      return link(entity.url ?? '', inner)
    case 'url':
      return link(words, inner)
    case 'mention':
    case 'bot_command':
    case 'hashtag':
    case 'text_mention':
      return html`<span class="marked">${inner}</span>`
    default:
      return inner
  }
}

/** Only what a browser opens in a tab; other schemes stay text. */
export function link(url: string, inner: Html): Html {
  if (!/^https?:\/\//i.test(url)) return html`<span class="marked">${inner}</span>`
  return html`<a href="${url}" target="_blank" rel="noopener noreferrer">${inner}</a>`
}
