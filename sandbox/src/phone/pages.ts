import { html, type Html } from '../http/html.ts'
import type { Page } from '../http/page.ts'
import { isIn, type Chat } from '../world/telegram/model.ts'
import type { World } from '../world/world.ts'
import { avatarHtml, chatListHtml } from './chat-list.ts'
import { menuHtml } from './menu.ts'
import { networksHtml } from './networks.ts'
import { threadHtml, type Tab } from './thread.ts'

const TITLE = 'Sandbox phone — pretend Telegram'

export type ChatPage = { chat: Chat; tab: Tab; problem?: string }

export function homePage(world: World): Page {
  const side = html`<main class="side">
    ${sideHtml(world, html`<h1 class="side-title">${TITLE}</h1>`)}
  </main>`
  const none = html`<aside class="main none" aria-label="Chat">
    <div class="nothing-chosen">
      <p class="empty-title">Choose a chat</p>
      <p>You see what a member of the group sees on a phone, as it happens.</p>
    </div>
  </aside>`
  return phone(TITLE, html`<div class="phone at-list">${side}${none}</div>`)
}

export function chatPage(world: World, { chat, tab, problem }: ChatPage): Page {
  const members = [...chat.members.values()].filter(isIn).length
  const main = html`<main class="main">
    <header class="chat-head">
      <a class="back-arrow" href="/sandbox/phone" aria-label="All chats">←</a>
      ${avatarHtml(chat)}
      <div class="chat-names">
        <h1>${chat.title}</h1>
        <p>${kindWords(chat)}${chat.person ? '' : ` · ${members} members`}</p>
      </div>
      ${menuHtml(world, chat, tab)}
    </header>
    ${chat.forum ? tabsHtml(chat, tab) : ''}
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
    <div class="scroll" tabindex="0" role="log" aria-label="Messages of ${chat.title}">
      <ol
        class="thread"
        id="thread"
        data-from="/sandbox/phone/chats/${chat.id}/thread?topic=${tab}"
      >
        ${threadHtml(world, chat, tab)}
      </ol>
    </div>
    <form class="composer" method="post" action="/sandbox/phone/chats/${chat.id}/say">
      <input type="hidden" name="topic" value="${tab}" />
      <label class="unseen" for="text">Message as You</label>
      <input
        class="field"
        id="text"
        name="text"
        placeholder="Message as You"
        autocomplete="off"
        required
        maxlength="4096"
      />
      <button class="button" type="submit">Send</button>
    </form>
  </main>`
  return frame(world, `${chat.title} · ${TITLE}`, main, chat.id)
}

export function newGroupPage(world: World): Page {
  const main = html`<main class="main pad">
    <h1>New group</h1>
    <form class="stack" method="post" action="/sandbox/phone/new">
      <label for="title">Name</label>
      <input class="field" id="title" name="title" required maxlength="128" autocomplete="off" />
      <fieldset>
        <legend>Kind</legend>
        ${kinds.map(
          ({ value, words }, i) =>
            html`<label class="choice"
              ><input type="radio" name="type" value="${value}" ${i === 0 ? html` checked` : ''} />
              ${words}</label
            >`,
        )}
      </fieldset>
      <div class="acts">
        <button class="button" type="submit">Create group</button>
        <a class="button quiet" href="/sandbox/phone">Cancel</a>
      </div>
    </form>
  </main>`
  return frame(world, `New group · ${TITLE}`, main)
}

const kinds = [
  { value: 'supergroup', words: 'Supergroup: what most groups are' },
  { value: 'forum', words: 'Forum: a supergroup with topics' },
  { value: 'group', words: 'Basic group: can be made a supergroup later' },
  { value: 'channel', words: 'Channel: only admins post' },
]

/** The frame of every page but the first: chats at the side, one thing in the middle. */
export function frame(world: World, title: string, main: Html, current?: number): Page {
  const head = html`<p class="side-title">${TITLE}</p>`
  return phone(
    title,
    html`<div class="phone at-chat">
      <aside class="side" aria-label="Chats">${sideHtml(world, head, current)}</aside>
      ${main}
    </div>`,
  )
}

function sideHtml(world: World, head: Html, current = 0): Html {
  return html`${networksHtml(world, 'telegram')}
    <div class="side-head">
      ${head}
      <p class="side-who">You are signed in as <strong>You</strong>.</p>
      <a class="button quiet" href="/sandbox/phone/new">New group</a>
    </div>
    <div id="chats" data-from="/sandbox/phone/list?current=${current}">
      ${chatListHtml(world, current)}
    </div>`
}

const phone = (title: string, content: Html): Page => ({
  title,
  style: 'phone.css',
  script: 'phone.js',
  place: 'phone',
  body: content,
})

function tabsHtml(chat: Chat, tab: Tab): Html {
  const topics = [...chat.topics.values()].filter((topic) => !topic.deleted)
  const tabs: { id: Tab; name: string }[] = [
    { id: 'all', name: 'All' },
    { id: 'general', name: 'General' },
    ...topics.map(({ id, name, closed }) => ({ id, name: closed ? `${name} (closed)` : name })),
  ]
  return html`<nav class="topics" aria-label="Topics">
    ${tabs.map(
      ({ id, name }) =>
        html`<a
          href="/sandbox/phone/chats/${chat.id}?topic=${id}"
          ${id === tab ? html` aria-current="page"` : ''}
          >${name}</a
        >`,
    )}
  </nav>`
}

const kindWords = (chat: Chat): string => (chat.forum ? 'Forum' : KINDS[chat.type])

const KINDS = {
  group: 'Basic group',
  supergroup: 'Supergroup',
  channel: 'Channel',
  private: 'Private chat with a bot',
}
