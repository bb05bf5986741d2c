import { chatFor } from './access.ts'
import { flagOf, integerOf, textOf } from './arguments.ts'
import type { Method } from './methods.ts'
import { selfJson } from './present-people.ts'
import { administratorsOf, chatFullJson, memberJson } from './present.ts'
import { badRequest, tooManyRequests } from './refusal.ts'
import { leave } from '../world/telegram/members.ts'
import { isIn } from '../world/telegram/model.ts'

const getMe: Method = ({ world, bot }) => selfJson(world, bot.id)

const getChat: Method = ({ world, bot, args }) =>
  chatFullJson(world, chatFor(world, bot, args, 'read'), bot.id)

const getChatMember: Method = ({ world, bot, args }) => {
  const userId = Math.max(0, integerOf(args, 'user_id', 0))
  if (userId === 0) throw badRequest('invalid user_id specified')
  const chat = chatFor(world, bot, args, userId === bot.id ? 'read' : 'readMembers')
  const member = chat.members.get(userId)
  if (member) return memberJson(world, chat, member)
  if (!world.state.telegram.users.has(userId)) throw badRequest('PARTICIPANT_ID_INVALID')
  return memberJson(world, chat, { userId, status: 'left' })
}

const getChatAdministrators: Method = ({ world, bot, args }) => {
  const chat = chatFor(world, bot, args, 'readMembers')
  const withBots = flagOf(args, 'return_bots')
  return administratorsOf(chat)
    .filter(({ userId }) => withBots || userId === bot.id || !world.state.telegram.bots.has(userId))
    .map((member) => memberJson(world, chat, member))
}

const getChatMemberCount: Method = ({ world, bot, args }) => {
  const chat = chatFor(world, bot, args, 'readMembers')
  return [...chat.members.values()].filter(isIn).length
}

const leaveChat: Method = ({ world, bot, args }) => {
  const chat = chatFor(world, bot, args, 'read')
  if (isIn(chat.members.get(bot.id))) leave(world, chat, bot.id)
  return true
}

const getUpdates: Method = ({ polling, bot, args, clientClosed }) =>
  polling.getUpdates(bot, args, clientClosed())

const lastSetAt = new WeakMap<object, Map<number, number>>()

const setWebhook: Method = (call) => {
  if (textOf(call.args, 'url') === '') return deleteWebhook(call)
  const { webhooks, polling, bot, args } = call
  const known = lastSetAt.get(webhooks) ?? new Map<number, number>()
  lastSetAt.set(webhooks, known)
  const now = Date.now()
  // The real server takes one setWebhook a second.
  if (now < (known.get(bot.id) ?? 0) + 1000) throw tooManyRequests(1)
  known.set(bot.id, now)
  webhooks.set(bot, args)
  polling.endFor(bot.id)
  return true
}

const deleteWebhook: Method = ({ webhooks, bot, args }) => {
  webhooks.remove(bot, args)
  return true
}

const getWebhookInfo: Method = ({ webhooks, bot }) => webhooks.info(bot)

export const chatMethods = {
  getMe,
  getChat,
  getChatMember,
  getChatAdministrators,
  getChatMemberCount,
  leaveChat,
  getUpdates,
  setWebhook,
  deleteWebhook,
  getWebhookInfo,
}
