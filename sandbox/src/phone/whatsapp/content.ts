import { html, type Html } from '../../http/html.ts'
import type { LinkCard, Shown } from '../../world/whatsapp/model.ts'
import type { World } from '../../world/world.ts'
import { sizeWords } from '../content.ts'
import { formattedHtml, unmarked } from './formatting.ts'

/** What a message says, or an album's messages together; `files` is where the bytes are asked for. */
export function contentHtml(world: World, messages: Shown[], files: string): Html {
  const [first] = messages
  if (first?.poll) return pollHtml(first.poll)
  const media = messages.flatMap((message) =>
    message.media ? [mediaHtml(message.media, `${files}/${message.id}`)] : [],
  )
  const text = messages.find((message) => message.text)?.text
  return html`${first?.linkCard ? linkHtml(first.linkCard, `${files}/${first.id}/link`) : ''}
  ${media.length > 0 ? html`<div class="media count-${media.length}">${media}</div>` : ''}
  ${text ? html`<span class="text">${formattedHtml(text, (id) => personCalled(world, id))}</span>` : ''}`
}

/** One line that says what a message holds, for the list of chats. */
export function contentWords({ text, media, poll }: Shown): string {
  if (poll) return `Poll: ${poll.question}`
  if (!media) return unmarked(text)
  const name = `${media.kind.charAt(0).toUpperCase()}${media.kind.slice(1)}`
  return text ? `${name}: ${unmarked(text)}` : name
}

/** The name of whoever has this hidden id or number. */
function personCalled({ state }: World, id: string): string | undefined {
  const { people } = state.whatsapp
  return (people.get(id) ?? [...people.values()].find(({ pn }) => pn === id))?.name
}

function mediaHtml({ kind, fileName, bytes }: NonNullable<Shown['media']>, url: string): Html {
  switch (kind) {
    case 'photo':
      return html`<img src="${url}" alt="Photo" loading="lazy" width="320" height="240" />`
    case 'video':
      return html`<video src="${url}" controls preload="metadata" width="320" height="180"></video>`
    case 'animation':
      return html`<video src="${url}" controls loop muted preload="metadata"></video>`
    case 'audio':
    case 'voice':
      return html`<figure class="sound">
        <figcaption>${kind === 'voice' ? 'Voice message' : 'Audio'}</figcaption>
        <audio src="${url}" controls preload="metadata"></audio>
      </figure>`
    default:
      return html`<a class="file" href="${url}" download="${fileName ?? 'file'}">
        <strong>${fileName ?? 'File'}</strong> <span>${sizeWords(bytes)}</span>
      </a>`
  }
}

/** The link preview above a text. Phones show the address without `https://`. */
const linkHtml = ({ url, title, description, picture }: LinkCard, src: string): Html =>
  html`<div class="link-card">
    ${picture ? html`<img src="${src}" alt="" width="64" height="64" />` : ''}
    <div>
      <strong>${title}</strong>
      ${description ? html`<p>${description}</p>` : ''}
      <small>${new URL(url).hostname}</small>
    </div>
  </div>`

const pollHtml = ({ question, options }: NonNullable<Shown['poll']>): Html =>
  html`<div class="poll">
    <strong>${question}</strong>
    <ul>
      ${options.map((option) => html`<li>${option}</li>`)}
    </ul>
  </div>`
