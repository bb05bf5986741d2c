import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { idIn, read } from '../control/read.ts'
import { sendHtml, sendPage } from '../http/page.ts'
import { createChat } from '../world/telegram/chats.ts'
import { addBot } from '../world/telegram/members.ts'
import { say } from '../world/telegram/messages.ts'
import { isIn, type Chat } from '../world/telegram/model.ts'
import { YOU } from '../world/telegram/people.ts'
import { botNamed, chatOf } from '../world/telegram/find.ts'
import { startBot } from '../world/telegram/private-chats.ts'
import { ControlRefusal, type World } from '../world/world.ts'
import { Act, perform } from './acts.ts'
import { addPage } from './add.ts'
import { chatListHtml } from './chat-list.ts'
import { fileRoutes } from './files.ts'
import { chatPage, homePage, newGroupPage } from './pages.ts'
import { startPage } from './start.ts'
import { threadHtml, type Tab } from './thread.ts'

const ThreadQuery = z.object({
  topic: z.union([z.enum(['all', 'general']), z.coerce.number().int().positive()]).default('all'),
  problem: z.string().max(300).optional(),
})
const SayBody = ThreadQuery.extend({ text: z.string().trim().min(1).max(4096) })
const NewGroup = z.object({
  title: z.string().trim().min(1).max(128),
  type: z.enum(['supergroup', 'forum', 'group', 'channel']).default('supergroup'),
})
const Invitation = z.object({
  bot: z.string().default(''),
  startgroup: z.string().max(64).default(''),
  // There, though empty, in a link into a channel.
  startchannel: z.string().optional(),
  // The rights a link asks for, joined by plus signs, which a browser may send as spaces.
  admin: z.string().default(''),
})
const StartQuery = z.object({ bot: z.string().default(''), start: z.string().max(64).default('') })
const AddBody = Invitation.extend({ chat: z.coerce.number().int() })
const AddQuery = Invitation.extend({
  added: z.coerce.number().int().optional(),
  problem: z.string().max(300).optional(),
})

/** The phone: what a member of the groups sees and may do. */
export function phoneRoutes(app: FastifyInstance, world: World): void {
  const ownChat = (params: unknown): Chat => {
    const chat = chatOf(world, idIn(params))
    if (!isIn(chat.members.get(YOU))) throw new ControlRefusal('You are not in this chat.', 404)
    return chat
  }

  fileRoutes(app, world)
  app.get('/sandbox/phone', (_, reply) => sendPage(reply, homePage(world)))
  app.get('/sandbox/phone/list', ({ query }, reply) => {
    const { current } = read(z.object({ current: z.coerce.number().default(0) }), query)
    return sendHtml(reply, chatListHtml(world, current))
  })
  app.get('/sandbox/phone/chats/:id', ({ params, query }, reply) => {
    const { topic: tab, problem } = read(ThreadQuery, query)
    const chat = ownChat(params)
    return sendPage(reply, chatPage(world, { chat, tab, ...(problem ? { problem } : {}) }))
  })
  app.get('/sandbox/phone/chats/:id/thread', ({ params, query }, reply) =>
    sendHtml(reply, threadHtml(world, ownChat(params), read(ThreadQuery, query).topic)),
  )
  app.post('/sandbox/phone/chats/:id/say', ({ params, body }, reply) => {
    const { text, topic } = read(SayBody, body)
    const chat = ownChat(params)
    const topicId = typeof topic === 'number' ? topic : undefined
    return actAndRedirect(reply, chat, topic, () => {
      say(world, { chatId: chat.id, userId: YOU, text, ...(topicId ? { topicId } : {}) })
    })
  })
  app.post('/sandbox/phone/chats/:id/act', ({ params, body }, reply) => {
    const act = read(Act.extend(ThreadQuery.shape), body)
    const chat = ownChat(params)
    return actAndRedirect(reply, chat, act.topic, () => perform(world, chat, act))
  })

  app.get('/sandbox/phone/new', (_, reply) => sendPage(reply, newGroupPage(world)))
  app.post('/sandbox/phone/new', ({ body }, reply) => {
    const chat = createChat(world, { ...read(NewGroup, body), ownerId: YOU })
    return reply.redirect(pathOf(chat), 303)
  })
  app.get('/sandbox/phone/start', ({ query }, reply) =>
    sendPage(reply, startPage(world, read(StartQuery, query))),
  )
  app.post('/sandbox/phone/start', ({ body }, reply) => {
    const { bot, start } = read(StartQuery, body)
    const known = botNamed(world, bot)
    if (!known) throw new ControlRefusal(`There is no bot @${bot}.`, 404)
    return reply.redirect(
      pathOf(startBot(world, { botId: known.id, personId: YOU, payload: start })),
      303,
    )
  })
  app.get('/sandbox/phone/add', ({ query }, reply) => {
    const { added, problem, ...invitation } = read(AddQuery, query)
    const chosen = {
      ...(added === undefined ? {} : { added: ownChat({ id: added }) }),
      ...(problem ? { problem } : {}),
    }
    return sendPage(reply, addPage(world, invitation, chosen))
  })
  app.post('/sandbox/phone/add', ({ body }, reply) => {
    const { bot, startgroup, startchannel, admin, chat: chatId } = read(AddBody, body)
    const known = botNamed(world, bot)
    if (!known) throw new ControlRefusal(`There is no bot @${bot}.`, 404)
    const chat = ownChat({ id: chatId })
    // Shows the page again in both cases, so that another group can be chosen.
    const back = (result: Record<string, string>) => {
      const into = startchannel === undefined ? { startgroup } : { startchannel }
      const query = new URLSearchParams({ bot, ...into, admin, ...result })
      return reply.redirect(`/sandbox/phone/add?${query.toString()}`, 303)
    }
    try {
      const rights = Object.fromEntries(admin.split(/[+ ]/).filter(Boolean).map(rightNamed))
      addBot(world, {
        chatId,
        botId: known.id,
        byUserId: YOU,
        ...(startchannel === undefined ? { startPayload: startgroup } : {}),
        ...(admin ? { rights } : {}),
      })
    } catch (error) {
      if (!(error instanceof ControlRefusal)) throw error
      return back({ problem: error.message })
    }
    return back({ added: String(chat.id) })
  })
}

const rightNamed = (name: string): [string, true] => [`can_${name}`, true]

/** Acts, then redirects to the chat, with an error text if the act failed. */
function actAndRedirect(
  reply: FastifyReply,
  chat: Chat,
  tab: Tab,
  run: () => { chat: Chat; topicId?: number } | void,
): FastifyReply {
  try {
    const done = run()
    return reply.redirect(pathOf(done?.chat ?? chat, done?.topicId ?? tab), 303)
  } catch (error) {
    if (!(error instanceof ControlRefusal)) throw error
    return reply.redirect(pathOf(chat, tab, error.message), 303)
  }
}

function pathOf(chat: Chat, tab: Tab = 'all', problem?: string): string {
  const query = new URLSearchParams({ topic: String(tab), ...(problem ? { problem } : {}) })
  return `/sandbox/phone/chats/${chat.id}?${query.toString()}`
}
