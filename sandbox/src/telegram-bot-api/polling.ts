import { clampedOf, integerOf, jsonOf, type Args } from './arguments.ts'
import { conflict } from './refusal.ts'
import type { Bot } from '../world/telegram/model.ts'
import type { World } from '../world/world.ts'
import { pendingOf, updateJson } from './updates.ts'

// The numbers of the real server's long poll.
const TIMEOUT_MAX_SECONDS = 50
const WAKE_AFTER_MS = 1
const SAME_OFFSET_TIMEOUT_SECONDS = 3
const SAME_OFFSET_WITHIN_MS = 3_000
const HURRIED_WITHIN_MS = 500
const CONFLICT_DELAY_MS = 3_000

/** A held request: it is answered with the waiting updates, or removed from the bell to be refused. */
type Waiting = { finish(): void; detach(): (error: Error) => void }

type Poll = { offset?: number; startedAt: number; waiting?: Waiting; nextConflictAt: number }

export type Polling = {
  /** Answers getUpdates; `clientClosed` is aborted when the client closes the connection. */
  getUpdates(bot: Bot, args: Args, clientClosed: AbortSignal): Promise<unknown>
  /** Ends the poll of a bot, since a webhook is being set. */
  endFor(botId: number): void
  close(): void
}

export function createPolling(world: World): Polling {
  const polls = new Map<number, Poll>()
  const stopListening = world.listen((event) => {
    // The real server answers the poll of a bot that it closes with what there is; the next one is a 401.
    if (event.type === 'botChanged' && event.token) polls.get(event.botId)?.waiting?.finish()
    if (event.type !== 'updateQueued') return
    const waiting = polls.get(event.botId)?.waiting
    // A short wait, so that simultaneous events arrive in one answer.
    if (waiting) setTimeout(() => waiting.finish(), WAKE_AFTER_MS)
  })

  const pollOf = (botId: number): Poll => {
    const known = polls.get(botId)
    if (known) return known
    const fresh: Poll = { startedAt: 0, nextConflictAt: 0 }
    polls.set(botId, fresh)
    return fresh
  }

  /** Repeated conflicts are answered slowly, so that two pollers do not spin. */
  const refuse = (poll: Poll, text: string, fail: (error: Error) => void) => {
    const now = Date.now()
    if (now >= poll.nextConflictAt) {
      poll.nextConflictAt = now + CONFLICT_DELAY_MS
      fail(conflict(text))
    } else setTimeout(() => fail(conflict(text)), CONFLICT_DELAY_MS).unref()
  }

  return {
    getUpdates(bot, args, clientClosed) {
      const poll = pollOf(bot.id)
      const inbox = world.state.telegram.inboxes.get(bot.id)
      if (inbox?.webhook) {
        return new Promise((_, reject) => refuse(poll, WEBHOOK_IS_ACTIVE, reject))
      }
      rememberWantedUpdates(world, bot.id, args)

      const offset = integerOf(args, 'offset', 0)
      const limit = clampedOf(args, 'limit', 100, 1, 100)
      const timeout = clampedOf(args, 'timeout', 0, 0, TIMEOUT_MAX_SECONDS)
      const hurry = poll.offset === offset ? Date.now() - poll.startedAt : Infinity
      poll.offset = offset
      poll.startedAt = Date.now()
      confirm(world, bot.id, offset)

      const most = hurry < HURRIED_WITHIN_MS ? 1 : limit
      const seconds =
        hurry < SAME_OFFSET_WITHIN_MS ? Math.max(timeout, SAME_OFFSET_TIMEOUT_SECONDS) : timeout
      const take = () => pendingOf(world, bot.id).slice(0, most).map(updateJson)
      const found = take()
      if (found.length > 0 || seconds === 0) return Promise.resolve(found)

      const former = poll.waiting
      if (former) refuse(poll, OTHER_GET_UPDATES, former.detach())
      return new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer)
          clientClosed.removeEventListener('abort', finish)
          if (poll.waiting === waiting) delete poll.waiting
        }
        const finish = () => {
          end()
          resolve(take())
        }
        const detach = () => {
          end()
          return reject
        }
        const waiting: Waiting = { finish, detach }
        const timer = setTimeout(finish, seconds * 1000)
        clientClosed.addEventListener('abort', finish, { once: true })
        poll.waiting = waiting
      })
    },

    endFor(botId) {
      const poll = polls.get(botId)
      if (poll?.waiting) refuse(poll, SET_WEBHOOK, poll.waiting.detach())
    },

    close() {
      stopListening()
      for (const poll of polls.values()) poll.waiting?.finish()
    },
  }
}

const WEBHOOK_IS_ACTIVE =
  "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
const OTHER_GET_UPDATES =
  'terminated by other getUpdates request; make sure that only one bot instance is running'
const SET_WEBHOOK = 'terminated by setWebhook request'

/** Remembers which kinds of updates the bot asked for; an empty list means the default ones. */
export function rememberWantedUpdates(world: World, botId: number, args: Args): void {
  const list = wantedList(args)
  if (!Array.isArray(list)) return
  const kinds = list.filter((kind): kind is string => typeof kind === 'string')
  const now = world.state.telegram.inboxes.get(botId)?.wanted ?? []
  if (kinds.join() !== now.join()) world.commit({ type: 'updatesWanted', botId, kinds })
}

// The real server passes over a list that is not JSON.
function wantedList(args: Args): unknown {
  try {
    return jsonOf(args, 'allowed_updates', '')
  } catch {
    return undefined
  }
}

/** An offset confirms all updates below it; a negative one keeps only that many of the last. */
function confirm(world: World, botId: number, offset: number): void {
  const pending = world.state.telegram.inboxes.get(botId)?.pending ?? []
  const below = offset < 0 ? (pending.at(offset)?.id ?? 0) : offset
  if ((pending[0]?.id ?? Infinity) < below) {
    world.commit({ type: 'updatesConfirmed', botId, below })
  }
}
