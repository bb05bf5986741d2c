import { html } from '../http/html.ts'
import type { Page } from '../http/page.ts'
import { botNamed } from '../world/telegram/find.ts'
import type { World } from '../world/world.ts'
import { unknownBotPage } from './add.ts'
import { frame } from './pages.ts'
import { nameOf } from './thread.ts'

/** What a `?start=` link shows: the private chat with the bot, and the button that opens it. */
export function startPage(world: World, given: { bot: string; start: string }): Page {
  const bot = botNamed(world, given.bot)
  if (!bot) return unknownBotPage(world, given.bot)
  const name = nameOf(world, bot.id)
  const main = html`<main class="main pad">
    <h1>${name}</h1>
    <p class="lede">
      A bot may write to you once you have pressed Start. The app sends
      <code>/start ${given.start}</code> to it for you.
    </p>
    <form method="post" action="/sandbox/phone/start">
      <input type="hidden" name="bot" value="${given.bot}" /><input
        type="hidden"
        name="start"
        value="${given.start}"
      />
      <button class="button" type="submit">Start</button>
    </form>
  </main>`
  return frame(world, `${name} · Sandbox phone — pretend Telegram`, main)
}
