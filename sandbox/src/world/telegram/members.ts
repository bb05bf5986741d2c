import { post, postService, typedEntities } from './messages.ts'
import { isIn, type Chat, type Member, type MemberStatus, type Rights } from './model.ts'
import { rightsOf } from './rights.ts'
import { botOf, chatOf, memberOf, userOf } from './find.ts'
import { ControlRefusal, type World } from '../world.ts'

/** Adds somebody to a chat that is just being created, without updates. */
export function createMember(
  world: World,
  chat: Chat,
  userId: number,
  status: MemberStatus | 'administrator',
): void {
  userOf(world, userId)
  const given: MemberStatus =
    status === 'administrator' ? { status, rights: rightsOf(true) } : status
  setMember(world, chat, { userId, ...given }, userId, 'quietly')
}

/** Changes the membership of somebody in a chat. Bots get `my_chat_member`, unless it is quiet. */
export function setMember(
  world: World,
  chat: Chat,
  now: Member,
  byUserId: number,
  how?: 'quietly',
): void {
  const old = memberOf(chat, now.userId)
  world.commit({
    type: 'memberChanged',
    chatId: chat.id,
    byUserId,
    at: world.now(),
    ...(old ? { old } : {}),
    now,
    ...(how ? { quietly: true } : {}),
  })
}

export function join(
  world: World,
  chat: Chat,
  userId: number,
  byUserId: number,
  rights?: Partial<Rights> | true,
): void {
  userOf(world, userId)
  if (isIn(memberOf(chat, userId))) return
  setMember(world, chat, { userId, ...rankOf(chat, rights) }, byUserId)
  if (chat.type !== 'channel') {
    postService(world, chat, { kind: 'joined', userIds: [userId] }, byUserId)
  }
}

// A bot enters a channel only as its admin.
function rankOf(chat: Chat, rights: Partial<Rights> | true | undefined): MemberStatus {
  if (rights) return { status: 'administrator', rights: rightsOf(rights) }
  if (chat.type === 'channel') return { status: 'administrator', rights: rightsOf(true) }
  return { status: 'member' }
}

/**
 * What Telegram's apps do for a `?startgroup=` link: add the bot, then send `/start@bot payload` as the
 * person who added it.
 */
export function addBot(
  world: World,
  given: {
    chatId: number
    botId: number
    byUserId: number
    startPayload?: string
    rights?: Partial<Rights> | true
  },
): void {
  const chat = chatOf(world, given.chatId)
  const bot = userOf(world, botOf(world, given.botId).id)
  const by = memberOf(chat, given.byUserId)
  if (!isIn(by)) throw new ControlRefusal('Only a member can add a bot.', 403)
  join(world, chat, bot.id, given.byUserId, given.rights)
  if (given.startPayload === undefined) return
  const text = `/start@${bot.username ?? ''} ${given.startPayload}`.trim()
  post(world, chat, {
    content: { kind: 'text', text, entities: typedEntities(text) },
    ...(chat.type === 'channel' ? {} : { from: given.byUserId }),
  })
}

/** An admin removes somebody: they stay banned until they are added again. */
export function kick(world: World, chat: Chat, userId: number, byUserId: number): void {
  setMember(world, chat, { userId, status: 'kicked' }, byUserId)
  if (chat.type !== 'channel') postService(world, chat, { kind: 'gone', userId }, byUserId)
}

export function leave(world: World, chat: Chat, userId: number): void {
  if (!isIn(memberOf(chat, userId))) throw new ControlRefusal('Not a member of this chat.', 409)
  setMember(world, chat, { userId, status: 'left' }, userId)
  if (chat.type !== 'channel') postService(world, chat, { kind: 'gone', userId }, userId)
}
