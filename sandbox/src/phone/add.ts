import { html, type Html } from '../http/html.ts'
import type { Page } from '../http/page.ts'
import { isAdmin, isIn, type Chat } from '../world/telegram/model.ts'
import { YOU } from '../world/telegram/people.ts'
import { botNamed } from '../world/telegram/find.ts'
import type { World } from '../world/world.ts'
import { avatarHtml, chatsOfYou } from './chat-list.ts'
import { frame } from './pages.ts'
import { nameOf } from './thread.ts'

export type Invitation = { bot: string; startgroup: string; admin: string }

/** What became of the choice before: the chat that the bot joined, or why it did not. */
export type Chosen = { added?: Chat; problem?: string }

/** What a `?startgroup=` link shows: which group shall the bot join? */
export function addPage(world: World, invitation: Invitation, chosen: Chosen = {}): Page {
  const bot = botNamed(world, invitation.bot)
  if (!bot) return unknownBotPage(world, invitation.bot)
  // As in Telegram: a link to join a group offers no channels.
  const chats = chatsOfYou(world).filter(({ type }) => type !== 'channel' && type !== 'private')
  const own = chats.filter((chat) => isAdmin(chat.members.get(YOU)))
  const others = chats.filter((chat) => !own.includes(chat))
  const name = nameOf(world, bot.id)
  const choice = (chat: Chat) => choiceHtml(chat, bot.id, invitation)
  const main = html`<main class="main pad">
    <h1>Add ${name} to a group</h1>
    <p class="lede">
      Choose one of your groups. The bot joins it, and the app sends
      <code>/start@${invitation.bot} ${invitation.startgroup}</code> there for you.
    </p>
    ${chosenHtml(name, chosen)}
    <h2>Groups you manage</h2>
    ${
      own.length
        ? html`<ul class="choices" role="list">
            ${own.map(choice)}
          </ul>`
        : html`<p>None yet: <a href="/sandbox/phone/new">create one</a> first.</p>`
    }
    ${
      others.length
        ? html`<h2>Groups where you are a member only</h2>
            <ul class="choices" role="list">
              ${others.map(choice)}
            </ul>`
        : ''
    }
  </main>`
  return frame(world, `Add ${name} · Sandbox phone — pretend Telegram`, main)
}

function chosenHtml(name: string, { added, problem }: Chosen): Html | string {
  if (problem) return html`<p class="problem" role="alert">${problem}</p>`
  if (!added) return ''
  return html`<p class="done" role="status">
    ${name} is in <strong>${added.title}</strong> now. Choose another group, or go back to Carillon.
  </p>`
}

function choiceHtml(chat: Chat, botId: number, { bot, startgroup, admin }: Invitation): Html {
  const there = isIn(chat.members.get(botId))
  return html`<li>
    <form method="post" action="/sandbox/phone/add">
      <input type="hidden" name="bot" value="${bot}" /><input
        type="hidden"
        name="startgroup"
        value="${startgroup}"
      />
      <input type="hidden" name="admin" value="${admin}" /><input
        type="hidden"
        name="chat"
        value="${chat.id}"
      />
      <button class="choice-button" type="submit">
        ${avatarHtml(chat)}<span class="chat-title">${chat.title}</span>
        <span class="chat-last"
          >${there ? '✓ The bot is here; it gets the code again' : 'Add the bot here'}</span
        >
      </button>
    </form>
  </li>`
}

export function unknownBotPage(world: World, bot: string): Page {
  const main = html`<main class="main pad">
    <h1>No such bot</h1>
    <p>
      There is no bot <strong>@${bot}</strong> in this sandbox. The link may belong to the real
      Telegram.
    </p>
    <p><a class="button" href="/sandbox/phone">To the chats</a></p>
  </main>`
  return { ...frame(world, 'No such bot · Sandbox phone', main), status: 404 }
}
