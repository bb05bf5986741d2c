import { html, type Html } from '../http/html.ts'
import type { Content, Message, Poll, StoredFile } from '../world/telegram/model.ts'
import type { World } from '../world/world.ts'
import { formattedHtml } from './formatting.ts'

type Said = Exclude<Content, { kind: 'service' }>

/** The content of a message, or of the messages of an album together, as members see it. */
export function contentHtml(world: World, messages: Message[]): Html {
  const said = messages.flatMap(({ content }) => (content.kind === 'service' ? [] : [content]))
  const [first] = said
  if (first?.kind === 'poll') return pollHtml(first.poll)
  const media = said.flatMap((content) => (content.kind === 'media' ? [content] : []))
  const caption = said.find((content) => 'text' in content && content.text !== '')
  const text =
    caption && 'text' in caption
      ? html`<span class="text">${formattedHtml(caption.text, caption.entities)}</span>`
      : html``
  if (media.length === 0) return text
  const files = html`<div class="media count-${media.length}">
    ${media.map((content) => mediaHtml(world, content))}
  </div>`
  return media[0]?.captionAbove ? html`${text}${files}` : html`${files}${text}`
}

/** One line that says what a message holds, for the list of chats. */
export function contentWords(world: World, content: Said): string {
  if (content.kind === 'poll') return `Poll: ${content.poll.question}`
  if (content.kind === 'text') return content.text
  const kind = fileOf(world, content.fileId)?.kind ?? 'file'
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
  return content.text ? `${name}: ${content.text}` : name
}

const fileOf = (world: World, id: string): StoredFile | undefined =>
  world.state.telegram.files.get(id)

function mediaHtml(world: World, { fileId, spoiler }: Extract<Content, { kind: 'media' }>): Html {
  const file = fileOf(world, fileId)
  if (!file) return html`<p class="file">This file is gone.</p>`
  const shown = fileHtml(file, `/sandbox/phone/files/${file.id}`)
  if (!spoiler) return shown
  return html`<details class="covered">
    <summary>Hidden by its sender: press to see</summary>
    ${shown}
  </details>`
}

function fileHtml(
  { kind, name, bytes, title, performer, width, height }: StoredFile,
  url: string,
): Html {
  const size = html`width="${width || 320}" height="${height || 180}"`
  switch (kind) {
    case 'photo':
      return html`<img src="${url}" alt="Photo" loading="lazy" ${size} />`
    case 'video':
      return html`<video src="${url}" controls preload="metadata" ${size}></video>`
    case 'animation':
      return html`<video src="${url}" controls loop muted preload="metadata" ${size}></video>`
    case 'audio':
    case 'voice': {
      const words =
        kind === 'voice' ? 'Voice message' : [performer, title ?? name].filter(Boolean).join(' — ')
      return html`<figure class="sound">
        <figcaption>${words || 'Audio'}</figcaption>
        <audio src="${url}" controls preload="metadata"></audio>
      </figure>`
    }
    case 'document':
      return html`<a class="file" href="${url}" download="${name ?? 'file'}">
        <strong>${name ?? 'File'}</strong> <span>${sizeWords(bytes)}</span>
      </a>`
  }
}

export const sizeWords = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1e6).toFixed(1)} MB`

function pollHtml({ question, options, anonymous, multiple, correct }: Poll): Html {
  const kind = correct ? 'quiz' : 'poll'
  const words = `${anonymous ? `Anonymous ${kind}` : `Public ${kind}`}${multiple ? ', several answers' : ''}`
  return html`<div class="poll">
    <strong>${question}</strong>
    <p>${words}</p>
    <ul>
      ${options.map((option) => html`<li>${option}</li>`)}
    </ul>
  </div>`
}
