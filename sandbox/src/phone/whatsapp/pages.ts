import { html, type Html } from '../../http/html.ts'
import type { Page } from '../../http/page.ts'
import type { Group, Person } from '../../world/whatsapp/model.ts'
import type { World } from '../../world/world.ts'
import { networksHtml } from '../networks.ts'
import { avatarHtml, chatListHtml } from './chat-list.ts'
import { groupMenuHtml } from './menu.ts'
import { threadHtml, type View } from './thread.ts'

export const TITLE = 'Sandbox phone — pretend WhatsApp'

/** Somebody's phone with no chat open. */
export function homePage(world: World, person: Person): Page {
  const side = html`<main class="side">
    ${sideHtml(world, person, html`<h1 class="side-title">${TITLE}</h1>`)}
  </main>`
  const none = html`<aside class="main none" aria-label="Chat">
    <div class="nothing-chosen">
      <p class="empty-title">Choose a group</p>
      <p>
        You see what this member sees, opened with the keys of this phone. To connect Carillon,
        press <strong>Linked devices</strong>.
      </p>
    </div>
  </aside>`
  return phone(TITLE, html`<div class="phone whatsapp at-list">${side}${none}</div>`)
}

export function chatPage(view: View, person: Person, problem?: string): Page {
  const { world, lid, group } = view
  const isAdmin = group.members.some((member) => member.lid === lid && member.admin)
  const path = `/sandbox/whatsapp/${lid}/chats/${group.id}`
  const main = html`<main class="main">
    <header class="chat-head">
      <a class="back-arrow" href="/sandbox/whatsapp/${lid}" aria-label="All groups">←</a>
      ${avatarHtml(group, lid)}
      <div class="chat-names">
        <h1>${group.subject}</h1>
        <p>${group.own ? 'Message yourself' : membersWords(group, isAdmin)}</p>
      </div>
      ${group.own ? '' : groupMenuHtml(view)}
    </header>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
    <div class="scroll" tabindex="0" role="log" aria-label="Messages of ${group.subject}">
      <ol class="thread" id="thread" data-from="${path}/thread">
        ${threadHtml(view)}
      </ol>
    </div>
    ${group.own ? '' : writingHtml(view, person, isAdmin)}
  </main>`
  return frame(world, person, `${group.subject} · ${TITLE}`, main, group.id)
}

const membersWords = ({ members }: Group, isAdmin: boolean): string =>
  `${members.length} members${isAdmin ? ' · You are an admin' : ''}`

const writingHtml = ({ lid, group }: View, person: Person, isAdmin: boolean): Html =>
  group.announce && !isAdmin
    ? html`<p class="composer-note">Only admins can send messages.</p>`
    : composerHtml(`/sandbox/whatsapp/${lid}/chats/${group.id}`, person)

function composerHtml(path: string, { name }: Person): Html {
  return html`<form class="composer" method="post" action="${path}/say">
    <label class="unseen" for="text">Message as ${name}</label>
    <input
      class="field"
      id="text"
      name="text"
      placeholder="Message as ${name}"
      autocomplete="off"
      required
      maxlength="4096"
    />
    <button class="button" type="submit">Send</button>
  </form>`
}

/** The frame of every page but the first: groups at the side, one thing in the middle. */
export function frame(
  world: World,
  person: Person,
  title: string,
  main: Html,
  current = '',
  script = 'phone.js',
): Page {
  const head = html`<p class="side-title">${TITLE}</p>`
  return {
    ...phone(
      title,
      html`<div class="phone whatsapp at-chat">
        <aside class="side" aria-label="Groups">${sideHtml(world, person, head, current)}</aside>
        ${main}
      </div>`,
    ),
    script,
  }
}

function sideHtml(world: World, person: Person, head: Html, current = ''): Html {
  const { lid } = person
  return html`${networksHtml(world, 'whatsapp')}
    <div class="side-head">
      ${head}
      <p class="side-who">The phone of <strong>${person.name}</strong>, ${numberWords(person)}</p>
      <a class="button quiet" href="/sandbox/whatsapp/${lid}/devices">Linked devices</a>
    </div>
    <details class="others">
      <summary>Look at another phone</summary>
      <ul role="list">
        ${[...world.state.whatsapp.people.values()].map(
          (other) =>
            html`<li>
              <a
                href="/sandbox/whatsapp/${other.lid}"
                ${other.lid === lid ? html` aria-current="true"` : ''}
                >${other.name}</a
              >
              ${numberWords(other)}
            </li>`,
        )}
      </ul>
    </details>
    <div
      id="chats"
      data-from="/sandbox/whatsapp/${lid}/list?current=${encodeURIComponent(current)}"
    >
      ${chatListHtml(world, lid, current)}
    </div>`
}

const numberWords = ({ pn }: Person): string =>
  `+${pn.replace(/^(1)(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3 $4')}`

const phone = (title: string, body: Html): Page => ({
  title,
  style: 'phone.css',
  script: 'phone.js',
  place: 'phone',
  body,
})
