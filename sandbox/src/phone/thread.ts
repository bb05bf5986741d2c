import { html, type Html } from '../http/html.ts'
import { dayKeyOf, dayWords, iso, timeWords } from '../http/times.ts'
import type { Chat, Message, Service } from '../world/telegram/model.ts'
import { YOU } from '../world/telegram/people.ts'
import type { World } from '../world/world.ts'
import { contentHtml } from './content.ts'
import { link } from './formatting.ts'

/** Which thread of a forum is looked at: one topic, General, or all of them. */
export type Tab = number | 'general' | 'all'

// As many as a screen can scroll through; older ones are in the ledger.
const MESSAGES_SHOWN = 150

function messagesIn(chat: Chat, tab: Tab): Message[] {
  const all = [...chat.messages.values()]
  const wanted = all.filter((message) => {
    if (!chat.forum || tab === 'all') return true
    return tab === 'general' ? !message.topicId : message.topicId === tab
  })
  return wanted.slice(-MESSAGES_SHOWN)
}

/** The list items of a thread; the page's script puts new ones in place by their ids. */
export function threadHtml(world: World, chat: Chat, tab: Tab): Html {
  const messages = messagesIn(chat, tab)
  if (messages.length === 0) {
    return html`<li class="service" id="nothing">Nothing has been said here yet.</li>`
  }
  const shown = withAlbums(messages)
  return html`${shown.map((bubble, i) => {
    const former = shown[i - 1]?.[0]
    const newDay = !former || dayKeyOf(former.at) !== dayKeyOf(bubble[0].at)
    return html`${newDay ? dayHtml(bubble[0].at, world.now()) : ''}${bubbleHtml(world, chat, { bubble, former, tab })}`
  })}`
}

/** The messages of one bubble: an album's, or a single one. */
type Bubble = [Message, ...Message[]]

function withAlbums(messages: Message[]): Bubble[] {
  const bubbles: Bubble[] = []
  for (const message of messages) {
    const last = bubbles.at(-1)
    if (message.albumId && last?.[0].albumId === message.albumId) last.push(message)
    else bubbles.push([message])
  }
  return bubbles
}

const dayHtml = (at: number, now: number): Html =>
  html`<li class="service" id="day-${dayKeyOf(at)}">${dayWords(at, now)}</li>`

function bubbleHtml(
  world: World,
  chat: Chat,
  { bubble, former, tab }: { bubble: Bubble; former: Message | undefined; tab: Tab },
): Html {
  const [message] = bubble
  const { content } = message
  if (content.kind === 'service') {
    const words = serviceWords(world, chat, content.service, message.from)
    return html`<li class="service" id="m${message.id}">${words}</li>`
  }
  const mine = message.from === YOU
  const goesOn =
    former !== undefined && former.from === message.from && former.content.kind !== 'service'
  const topic = tab === 'all' && message.topicId ? chat.topics.get(message.topicId) : undefined
  return html`<li
    class="bubble${mine ? ' mine' : ''}${goesOn ? ' goes-on' : ''}"
    id="m${message.id}"
  >
    <article>
      ${senderHtml(world, chat, message)}
      ${topic ? html`<p class="in-topic">${topic.name}</p>` : ''} ${contentHtml(world, bubble)}
      <p class="meta">
        ${marksHtml(chat, message)}<time datetime="${iso(message.at)}"
          >${timeWords(message.at)}</time
        >
      </p>
    </article>
    ${buttonsHtml(message)}
  </li>`
}

function senderHtml(world: World, chat: Chat, message: Message): Html {
  if (message.from === YOU) return html`<p class="sender unseen">You</p>`
  const name = message.from ? nameOf(world, message.from) : chat.title
  const bot = message.from !== undefined && world.state.telegram.bots.has(message.from)
  return html`<p class="sender hue-${hueOf(message.from ?? chat.id)}">
    ${name}${bot ? html` <span class="badge">bot</span>` : ''}
  </p>`
}

function marksHtml(chat: Chat, message: Message): Html {
  const marks = [
    chat.pinned.includes(message.id) && html`<span title="Pinned in this chat">pinned</span> `,
    message.silent && html`<span title="Sent without a sound">silent</span> `,
    message.protected && html`<span title="Cannot be forwarded or saved">protected</span> `,
    message.editedAt && html`<span>edited</span> `,
  ]
  return html`${marks.filter((mark) => typeof mark === 'object')}`
}

function buttonsHtml(message: Message): Html {
  const rows = (message.buttons ?? []).map((row) => {
    const buttons = row.map(({ text, url }) => link(url ?? '', html`${text}`))
    return html`<div class="button-row">${buttons}</div>`
  })
  return html`${rows}`
}

/** One line about what happened, as the apps tell it. */
export function serviceWords(world: World, chat: Chat, service: Service, by?: number): string {
  const who = by ? nameOf(world, by) : chat.title
  switch (service.kind) {
    case 'created':
      return `${who} created “${service.title}”`
    case 'joined': {
      const names = service.userIds.map((id) => nameOf(world, id)).join(', ')
      return service.userIds[0] === by ? `${names} joined` : `${who} added ${names}`
    }
    case 'gone':
      return service.userId === by
        ? `${who} left`
        : `${who} removed ${nameOf(world, service.userId)}`
    case 'renamed':
      return `${who} changed the name to “${service.title}”`
    case 'photoChanged':
      return `${who} changed the photo of the group`
    case 'photoDeleted':
      return `${who} removed the photo of the group`
    case 'migratedTo':
      return 'This group was upgraded to a supergroup'
    case 'migratedFrom':
      return 'Upgraded from a basic group'
    case 'pinned':
      return `${who} pinned a message`
    case 'topicCreated':
      return `${who} opened the topic “${service.name}”`
    case 'topicEdited':
      return `${who} renamed the topic to “${service.name}”`
    case 'topicClosed':
      return `${who} closed the topic`
    case 'topicReopened':
      return `${who} reopened the topic`
  }
}

export function nameOf(world: World, userId: number): string {
  const user = world.state.telegram.users.get(userId)
  return user ? [user.firstName, user.lastName].filter(Boolean).join(' ') : 'Somebody'
}

/** One of eight colors, the same for the same person every time. */
export const hueOf = (id: number): number => Math.abs(id) % 8
