import { html, type Html } from '../http/html.ts'
import { isAdmin, isIn, type Chat } from '../world/telegram/model.ts'
import { YOU } from '../world/telegram/people.ts'
import { botIn } from '../world/telegram/private-chats.ts'
import type { World } from '../world/world.ts'
import { nameOf, type Tab } from './thread.ts'

type Entry = { act: string; words: string; id?: number; danger?: true }

/** What You may do to a chat, small, behind one button. */
export function menuHtml(world: World, chat: Chat, tab: Tab): Html {
  const entries = entriesOf(world, chat, tab)
  return html`<details class="menu">
    <summary aria-label="What to do with this chat">⋯</summary>
    <div class="menu-sheet">
      ${isAdmin(chat.members.get(YOU)) || chat.person ? '' : html`<p class="menu-note">You are a member here, not an admin.</p>`}
      ${entries.map(
        ({ act, words, id, danger }) =>
          html`<form method="post" action="/sandbox/phone/chats/${chat.id}/act">
            <input type="hidden" name="act" value="${act}" /><input
              type="hidden"
              name="topic"
              value="${tab}"
            />
            ${id ? html`<input type="hidden" name="id" value="${id}" />` : ''}
            <button class="menu-entry${danger ? ' danger' : ''}" type="submit">${words}</button>
          </form>`,
      )}
      ${chat.forum && isAdmin(chat.members.get(YOU)) ? namedForm(chat, tab, 'new-topic', 'New topic', 'Open') : ''}
      ${isAdmin(chat.members.get(YOU)) ? namedForm(chat, tab, 'rename', 'New name', 'Rename') : ''}
    </div>
  </details>`
}

function namedForm(chat: Chat, tab: Tab, act: string, label: string, verb: string): Html {
  return html`<form class="menu-form" method="post" action="/sandbox/phone/chats/${chat.id}/act">
    <input type="hidden" name="act" value="${act}" /><input
      type="hidden"
      name="topic"
      value="${tab}"
    />
    <input
      class="field"
      name="title"
      required
      maxlength="128"
      autocomplete="off"
      aria-label="${label}"
      placeholder="${label}"
    />
    <button class="button quiet" type="submit">${verb}</button>
  </form>`
}

function entriesOf(world: World, chat: Chat, tab: Tab): Entry[] {
  if (chat.person) {
    return isIn(chat.members.get(botIn(world, chat)))
      ? [{ act: 'stop-bot', words: 'Stop the bot', danger: true }]
      : [{ act: 'start-bot', words: 'Start the bot again' }]
  }
  if (!isAdmin(chat.members.get(YOU))) return []
  return [
    ...topicEntries(chat, tab),
    { act: 'photo', words: chat.photo ? 'Another group photo' : 'Give the group a photo' },
    ...(chat.photo ? [{ act: 'no-photo', words: 'Remove the group photo' }] : []),
    ...botEntries(world, chat),
    ...(chat.type === 'group' ? [{ act: 'migrate', words: 'Make it a supergroup' }] : []),
  ]
}

function topicEntries(chat: Chat, tab: Tab): Entry[] {
  const topic = typeof tab === 'number' ? chat.topics.get(tab) : undefined
  if (!topic) return []
  return topic.closed
    ? [{ act: 'reopen-topic', words: `Reopen the topic “${topic.name}”`, id: topic.id }]
    : [{ act: 'close-topic', words: `Close the topic “${topic.name}”`, id: topic.id }]
}

function botEntries(world: World, chat: Chat): Entry[] {
  const bots = [...chat.members.values()].filter(
    (member) => isIn(member) && world.state.telegram.bots.has(member.userId),
  )
  return bots.flatMap((member): Entry[] => {
    const [name, id] = [nameOf(world, member.userId), member.userId]
    const rank: Entry = isAdmin(member)
      ? { act: 'demote', words: `Take ${name}'s admin rights`, id }
      : { act: 'promote', words: `Make ${name} an admin`, id }
    const mute: Entry =
      member.status === 'restricted'
        ? { act: 'unmute', words: `Let ${name} write again`, id }
        : { act: 'mute', words: `Forbid ${name} to write`, id }
    return [rank, mute, { act: 'kick', words: `Remove ${name}`, id, danger: true }]
  })
}
