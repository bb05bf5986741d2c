import type { FastifyInstance } from 'fastify'
import { changeTopic, createChat, createTopic, deleteChat } from '../world/telegram/chats.ts'
import { changePhoto, migrateChat, renameChat, setForum } from '../world/telegram/chats.ts'
import { anotherPicture } from '../world/group-picture.ts'
import { addBot, join, kick, leave, setMember } from '../world/telegram/members.ts'
import { say } from '../world/telegram/messages.ts'
import { createBot, createUser, revokeToken, setPrivacy, YOU } from '../world/telegram/people.ts'
import { startBot, stopBot } from '../world/telegram/private-chats.ts'
import { openPermissions, rightsOf } from '../world/telegram/rights.ts'
import { botOf, chatOf, userOf } from '../world/telegram/find.ts'
import type { World } from '../world/world.ts'
import { noLimits, telegramLimits, type Limits } from '../telegram-bot-api/limits.ts'
import type { BotApi } from '../telegram-bot-api/server.ts'
import * as bodies from './bodies.ts'
import { defined } from './defined.ts'
import { idIn, read } from './read.ts'
import { chatView, messagesView, worldView } from './views.ts'

/** Telegram's people, what they do, and the limits and faults of the network: for tests, scripts and the phone. */
export function telegramRoutes(app: FastifyInstance, world: World, botApi: BotApi): void {
  app.get('/world', () => worldView(world))
  app.post('/bots', ({ body }) => {
    const { name, username } = read(bodies.NewBot, body ?? {})
    const bot = createBot(world, { name: name ?? 'Sandbox bot', ...(username ? { username } : {}) })
    return { ...bot, username: userOf(world, bot.id).username }
  })
  app.post('/bots/:id/revoke', ({ params }) => revokeToken(world, idIn(params)))
  app.post('/bots/:id/privacy', ({ params, body }) => {
    setPrivacy(world, idIn(params), read(bodies.Privacy, body).privacy)
    return botOf(world, idIn(params))
  })
  app.post('/users', ({ body }) => createUser(world, defined(read(bodies.NewUser, body))))
  app.post('/chats', ({ body }) => {
    const { ownerId, ...rest } = read(bodies.NewChat, body)
    return chatView(createChat(world, { ownerId: ownerId ?? YOU, ...defined(rest) }))
  })
  app.post('/add-bot', ({ body }) => {
    const { botId, byUserId, ...rest } = read(bodies.AddedBot, body)
    const bot = botId ?? operatorBot(world)
    addBot(world, { botId: bot, byUserId: byUserId ?? YOU, ...defined(rest) })
    return chatView(chatOf(world, rest.chatId))
  })
  app.post('/start-bot', ({ body }) => {
    const { botId, personId, payload } = read(bodies.StartBot, body)
    const person = personId ?? YOU
    const given = { botId: botId ?? operatorBot(world), personId: person, ...defined({ payload }) }
    return chatView(startBot(world, given))
  })
  app.post('/chats/:id/stop-bot', ({ params }) => {
    const chat = chatOf(world, idIn(params))
    stopBot(world, chat)
    return chatView(chat)
  })
  app.get('/chats/:id', ({ params }) => chatView(chatOf(world, idIn(params))))
  app.get('/chats/:id/messages', ({ params }) => messagesView(chatOf(world, idIn(params))))
  app.post('/chats/:id/say', ({ params, body }) => {
    const { userId, ...rest } = read(bodies.SayInChat, body)
    return say(world, { chatId: idIn(params), userId: userId ?? YOU, ...defined(rest) })
  })
  memberRoutes(app, world)
  chatRoutes(app, world)
  limitAndFaultRoutes(app, botApi)
}

function memberRoutes(app: FastifyInstance, world: World): void {
  app.post('/chats/:id/members', ({ params, body }) => {
    const { userId, byUserId } = read(bodies.Person, body)
    const chat = chatOf(world, idIn(params))
    join(world, chat, userId, byUserId ?? userId)
    return chatView(chat)
  })
  app.post('/chats/:id/kick', ({ params, body }) => {
    const { userId, byUserId } = read(bodies.Person, body)
    const chat = chatOf(world, idIn(params))
    kick(world, chat, userId, byUserId ?? YOU)
    return chatView(chat)
  })
  app.post('/chats/:id/leave', ({ params, body }) => {
    const chat = chatOf(world, idIn(params))
    leave(world, chat, read(bodies.Person, body).userId)
    return chatView(chat)
  })
  app.post('/chats/:id/promote', ({ params, body }) => {
    const { userId, byUserId, rights } = read(bodies.Promotion, body)
    const chat = chatOf(world, idIn(params))
    const given = rights === true ? rights : defined(rights)
    const member = { userId, status: 'administrator' as const, rights: rightsOf(given) }
    setMember(world, chat, member, byUserId ?? YOU)
    return chatView(chat)
  })
  app.post('/chats/:id/demote', ({ params, body }) => {
    const { userId, byUserId } = read(bodies.Person, body)
    const chat = chatOf(world, idIn(params))
    setMember(world, chat, { userId, status: 'member' }, byUserId ?? YOU)
    return chatView(chat)
  })
  app.post('/chats/:id/restrict', ({ params, body }) => {
    const { userId, byUserId, mayWrite } = read(bodies.Restriction, body)
    const chat = chatOf(world, idIn(params))
    const permissions = { ...openPermissions, can_send_messages: mayWrite }
    const member = { userId, status: 'restricted' as const, permissions, until: 0 }
    setMember(world, chat, member, byUserId ?? YOU)
    return chatView(chat)
  })
}

function chatRoutes(app: FastifyInstance, world: World): void {
  app.post('/chats/:id/migrate', ({ params, body }) => {
    const { byUserId } = read(bodies.ActingUser, body ?? {})
    return chatView(migrateChat(world, chatOf(world, idIn(params)), byUserId ?? YOU))
  })
  app.post('/chats/:id/rename', ({ params, body }) => {
    const { title, byUserId } = read(bodies.NewTitle, body)
    const chat = chatOf(world, idIn(params))
    renameChat(world, chat, title, byUserId ?? YOU)
    return chatView(chat)
  })
  app.post('/chats/:id/photo', ({ params, body }) => {
    const { has, byUserId } = read(bodies.NewPhoto, body)
    const chat = chatOf(world, idIn(params))
    const photo = has ? anotherPicture(chat.title, chat.photo) : null
    changePhoto(world, chat, photo, byUserId ?? YOU)
    return chatView(chat)
  })
  app.post('/chats/:id/topics', ({ params, body }) => {
    const act = read(bodies.TopicAct, body)
    const chat = chatOf(world, idIn(params))
    const by = act.byUserId ?? YOU
    if ('create' in act) return { topicId: createTopic(world, chat, act.create, by) }
    const { topicId, byUserId: _, ...change } = act
    changeTopic(world, chat, topicId, defined(change), by)
    return { topicId }
  })
  app.post('/chats/:id/settings', ({ params, body }) => {
    const { slowModeSeconds, membersMayWrite, forum, deleted, ...given } = read(
      bodies.ChatSettings,
      body,
    )
    const chat = chatOf(world, idIn(params))
    if (forum !== undefined) setForum(world, chat, forum)
    if (deleted) deleteChat(world, chat)
    const permissions = {
      ...chat.permissions,
      ...defined(given.permissions ?? {}),
      ...(membersMayWrite === undefined ? {} : { can_send_messages: membersMayWrite }),
    }
    const changes = {
      ...(slowModeSeconds === undefined ? {} : { slowModeSeconds }),
      permissions,
    }
    world.commit({ type: 'chatChanged', chatId: chat.id, changes })
    return chatView(chat)
  })
}

/** The first bot of the world is the operator's own. */
export const operatorBot = (world: World): number =>
  world.state.telegram.bots.keys().next().value ?? 0

function limitAndFaultRoutes(app: FastifyInstance, botApi: BotApi): void {
  app.get('/limits', () => botApi.limiter.limits)
  app.post('/limits', ({ body }) => {
    botApi.limiter.limits = limitsOf(read(bodies.SetLimits, body))
    botApi.limiter.reset()
    return botApi.limiter.limits
  })
  app.get('/chaos', () => botApi.faultPlan.report())
  app.post('/chaos', ({ body }) => {
    const { rules, seed } = read(bodies.SetFaultPlan, body)
    botApi.faultPlan.setRules(rules.map(defined), seed)
    return botApi.faultPlan.report()
  })
}

/** `telegram` and `off` are whole sets; else the published limits with the given ones changed. */
function limitsOf(given: ReturnType<typeof read<typeof bodies.SetLimits>>): Limits {
  if (given === 'off') return { ...noLimits }
  if (given === 'telegram') return { ...telegramLimits }
  return { ...telegramLimits, ...defined(given) }
}
