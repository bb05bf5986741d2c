import { html, type Html } from '../http/html.ts'
import type { Page } from '../http/page.ts'
import { isAdmin, isIn, type Bot, type Chat } from '../world/telegram/model.ts'
import { YOU } from '../world/telegram/people.ts'
import { botNamed } from '../world/telegram/find.ts'
import type { World } from '../world/world.ts'
import { avatarHtml, chatsOfYou } from './chat-list.ts'
import { frame } from './pages.ts'
import { nameOf } from './thread.ts'

/** `startchannel` is there, though empty, in a link into a channel. */
export type Invitation = {
  bot: string
  startgroup: string
  startchannel?: string | undefined
  admin: string
}

/** What became of the choice before: the chat that the bot joined, or why it did not. */
export type Chosen = { added?: Chat; problem?: string }

/** What a `?startgroup=` or `?startchannel` link shows: which group or channel shall the bot join? */
export function addPage(world: World, invitation: Invitation, chosen: Chosen = {}): Page {
  const bot = botNamed(world, invitation.bot)
  if (!bot) return unknownBotPage(world, invitation.bot)
  if (invitation.startchannel !== undefined) return addToChannelPage(world, invitation, bot, chosen)
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

/** Only admins add bots to channels, and no code is sent there. */
function addToChannelPage(world: World, invitation: Invitation, bot: Bot, chosen: Chosen): Page {
  const channels = chatsOfYou(world).filter(
    (chat) => chat.type === 'channel' && isAdmin(chat.members.get(YOU)),
  )
  const name = nameOf(world, bot.id)
  const main = html`<main class="main pad">
    <h1>Add ${name} to a channel</h1>
    <p class="lede">Choose one of your channels. The bot becomes an admin of it.</p>
    ${chosenHtml(name, chosen)}
    <h2>Channels you manage</h2>
    ${
      channels.length
        ? html`<ul class="choices" role="list">
            ${channels.map((chat) => choiceHtml(chat, bot.id, invitation))}
          </ul>`
        : html`<p>None yet: <a href="/sandbox/phone/new">create one</a> first.</p>`
    }
  </main>`
  return frame(world, `Add ${name} · Sandbox phone — pretend Telegram`, main)
}

function chosenHtml(name: string, { added, problem }: Chosen): Html | string {
  if (problem) return html`<p class="problem" role="alert">${problem}</p>`
  if (!added) return ''
  return html`<p class="done" role="status">
    ${name} is in <strong>${added.title}</strong> now. Choose another, or go back to Carillon.
  </p>`
}

function choiceHtml(chat: Chat, botId: number, invitation: Invitation): Html {
  const { bot, startgroup, startchannel, admin } = invitation
  const isThere = isIn(chat.members.get(botId))
  const intoChannel = startchannel !== undefined
  const there = intoChannel ? '✓ The bot is here' : '✓ The bot is here; it gets the code again'
  return html`<li>
    <form method="post" action="/sandbox/phone/add">
      <input type="hidden" name="bot" value="${bot}" /><input
        type="hidden"
        name="${intoChannel ? 'startchannel' : 'startgroup'}"
        value="${startchannel ?? startgroup}"
      />
      <input type="hidden" name="admin" value="${admin}" /><input
        type="hidden"
        name="chat"
        value="${chat.id}"
      />
      <button class="choice-button" type="submit">
        ${avatarHtml(chat)}<span class="chat-title">${chat.title}</span>
        <span class="chat-last">${isThere ? there : 'Add the bot here'}</span>
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
