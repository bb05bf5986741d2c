import { html, type Html } from '../http/html.ts'
import { dayKeyOf, iso, timeWords } from '../http/times.ts'
import { isIn, type Chat, type Message } from '../world/telegram/model.ts'
import { YOU } from '../world/telegram/people.ts'
import type { World } from '../world/world.ts'
import { contentWords } from './content.ts'
import { hueOf, nameOf, serviceWords } from './thread.ts'

/** The chats You is in, the liveliest first; a group that moved is shown where it is now. */
export function chatsOfYou(world: World): Chat[] {
  const lastAt = (chat: Chat) => lastMessage(chat)?.at ?? chat.createdAt
  return [...world.state.telegram.chats.values()]
    .filter((chat) => isIn(chat.members.get(YOU)) && !chat.migratedTo && !chat.deleted)
    .sort((a, b) => lastAt(b) - lastAt(a))
}

export function chatListHtml(world: World, current?: number): Html {
  return html`<ul class="chats" role="list">
    ${chatsOfYou(world).map((chat) => {
      const last = lastMessage(chat)
      return html`<li>
        <a
          class="chat-link"
          href="/sandbox/phone/chats/${chat.id}"
          ${chat.id === current ? html` aria-current="page"` : ''}
        >
          ${avatarHtml(chat)}
          <span class="chat-title">${chat.title}</span>
          ${last ? html`<time datetime="${iso(last.at)}">${shortTime(last.at, world.now())}</time>` : ''}
          <span class="chat-last">${last ? summary(world, chat, last) : ''}</span>
        </a>
      </li>`
    })}
  </ul>`
}

export const avatarHtml = (chat: Chat): Html =>
  chat.photo
    ? html`<img
        class="avatar"
        alt=""
        src="/sandbox/phone/chats/${chat.id}/photo?${chat.photo.id}"
      />`
    : html`<span class="avatar hue-${hueOf(chat.id)}" aria-hidden="true"
        >${initials(chat.title)}</span
      >`

export const initials = (title: string): string =>
  title
    .split(/[\s-]+/)
    .slice(0, 2)
    .map((word) => [...new Intl.Segmenter().segment(word)][0]?.segment ?? '')
    .join('')
    .toUpperCase()

const lastMessage = (chat: Chat): Message | undefined => chat.messages.get(chat.lastMessageId)

function summary(world: World, chat: Chat, { content, from }: Message): string {
  if (content.kind === 'service') return serviceWords(world, chat, content.service, from)
  const text = contentWords(world, content).slice(0, 120)
  return from ? `${nameOf(world, from)}: ${text}` : text
}

const shortTime = (at: number, now: number): string =>
  dayKeyOf(at) === dayKeyOf(now) ? timeWords(at) : dayKeyOf(at).slice(5).replace('-', '/')
