import { z } from 'zod'
import { anotherPicture } from '../world/group-picture.ts'
import {
  changePhoto,
  changeTopic,
  createTopic,
  migrateChat,
  renameChat,
} from '../world/telegram/chats.ts'
import { kick, setMember } from '../world/telegram/members.ts'
import { isAdmin, type Chat } from '../world/telegram/model.ts'
import { YOU } from '../world/telegram/people.ts'
import { botIn, startBot, stopBot } from '../world/telegram/private-chats.ts'
import { openPermissions, rightsOf } from '../world/telegram/rights.ts'
import { ControlRefusal, type World } from '../world/world.ts'

/** One press in a chat's menu. `id` is the bot or topic that it is about. */
export const Act = z.object({
  act: z.enum([
    'kick',
    'promote',
    'demote',
    'mute',
    'unmute',
    'migrate',
    'close-topic',
    'reopen-topic',
    'new-topic',
    'rename',
    'photo',
    'no-photo',
    'stop-bot',
    'start-bot',
  ]),
  id: z.coerce.number().int().default(0),
  title: z.string().trim().min(1).max(128).default('Untitled'),
})

/** Does it as You; gives the chat to look at afterwards, and the topic if it is a new one. */
export function perform(
  world: World,
  chat: Chat,
  { act, id, title }: z.infer<typeof Act>,
): { chat: Chat; topicId?: number } {
  if (chat.person && act === 'stop-bot') {
    stopBot(world, chat)
    return { chat }
  }
  if (chat.person && act === 'start-bot') {
    return { chat: startBot(world, { botId: botIn(world, chat), personId: YOU }) }
  }
  if (!isAdmin(chat.members.get(YOU))) throw new ControlRefusal('Only an admin can do that.', 403)
  switch (act) {
    case 'kick':
      kick(world, chat, id, YOU)
      return { chat }
    case 'promote': {
      const rights = rightsOf(true)
      setMember(world, chat, { userId: id, status: 'administrator', rights }, YOU)
      return { chat }
    }
    case 'demote':
    case 'unmute':
      setMember(world, chat, { userId: id, status: 'member' }, YOU)
      return { chat }
    case 'mute': {
      const permissions = { ...openPermissions, can_send_messages: false }
      setMember(world, chat, { userId: id, status: 'restricted', permissions, until: 0 }, YOU)
      return { chat }
    }
    case 'migrate':
      return { chat: migrateChat(world, chat, YOU) }
    case 'close-topic':
    case 'reopen-topic':
      changeTopic(world, chat, id, { closed: act === 'close-topic' }, YOU)
      return { chat }
    case 'new-topic':
      return { chat, topicId: createTopic(world, chat, title, YOU) }
    case 'photo':
      changePhoto(world, chat, anotherPicture(chat.title, chat.photo), YOU)
      return { chat }
    case 'no-photo':
      changePhoto(world, chat, null, YOU)
      return { chat }
    case 'stop-bot':
    case 'start-bot':
      throw new ControlRefusal('Only in a private chat a bot is started and stopped.', 409)
    case 'rename':
      renameChat(world, chat, title, YOU)
      return { chat }
  }
}
