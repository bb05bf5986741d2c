import type { TelegramApp } from './telegram.ts'

/** A group in some state, and what is done to bring it there once it was chosen. */
export type Place = {
  name: string
  externalId: string
  topicId?: string
  become(): Promise<unknown>
}

/** Groups of WhatsApp in every state that it knows, with a number in them. */
export async function whatsappPlaces({ sandbox }: TelegramApp, you: string, eve: string) {
  const phones = sandbox.whatsapp
  type Change = Parameters<typeof phones.changeGroup>[1]['change']
  const place = async (name: string, members: string[], ...changes: Change[]): Promise<Place> => {
    const addressing = name.length % 2 === 0 ? ('lid' as const) : ('pn' as const)
    const { id } = await phones.addGroup({ subject: name, members, addressing })
    const by = members[0]!
    const become = async () => {
      for (const change of changes) await phones.changeGroup(id, { by, change })
    }
    return { name, externalId: id, become }
  }
  const announce = { kind: 'announce', on: true } as const
  return [
    await place('group', [eve, you]),
    await place('of people by number', [eve, you]),
    await place('admin', [you, eve]),
    await place('only admins write', [eve, you], announce),
    await place('only admins write, admin', [you, eve], announce),
    await place('made an admin', [eve, you], announce, { kind: 'promote', lid: you }),
    await place('removed', [eve, you], { kind: 'remove', lid: you }),
  ]
}

/** Chats of Telegram in every state that it knows, with a bot in them. */
export async function telegramPlaces({ sandbox }: TelegramApp, botId: number): Promise<Place[]> {
  const places: Place[] = []
  type Chat = Awaited<ReturnType<typeof sandbox.addGroup>>
  type NewType = Parameters<typeof sandbox.addGroup>[0]['type']
  async function place(
    name: string,
    become: (chat: Chat) => Promise<unknown>,
    { type = 'supergroup', topic }: { type?: NewType; topic?: string } = {},
  ) {
    const chat = await sandbox.addGroup({ title: name, type })
    const rights = type === 'channel' ? { rights: true as const } : {}
    await sandbox.addBot({ chatId: chat.id, botId, ...rights })
    const told = topic ? await sandbox.topic(chat.id, { create: topic }) : undefined
    places.push({
      name,
      externalId: String(chat.id),
      ...(told ? { topicId: String(told.topicId) } : {}),
      become: () =>
        become(told ? { ...chat, topics: [{ ...chat.topics[0]!, id: told.topicId }] } : chat),
    })
  }
  const stay = async () => {}
  type Rights = Parameters<typeof sandbox.promote>[1]['rights']
  const promote = (rights: Rights) => (chat: Chat) =>
    sandbox.promote(chat.id, { userId: botId, rights })
  const allow = (permissions: object) => (chat: Chat) => sandbox.settings(chat.id, { permissions })

  await place('group', stay, { type: 'group' })
  await place('supergroup', stay)
  await place('admin', promote(true))
  await place('forum', stay, { type: 'forum' })
  await place('topic', stay, { type: 'forum', topic: 'Plans' })
  await place(
    'closed topic',
    (chat) => sandbox.topic(chat.id, { topicId: chat.topics[0]!.id, closed: true }),
    { type: 'forum', topic: 'Plans' },
  )
  await place('channel', stay, { type: 'channel' })
  await place('channel, no editing', promote({ can_post_messages: true }), { type: 'channel' })
  await place('channel, no posting', promote({ can_edit_messages: true }), { type: 'channel' })
  for (const name of PERMISSIONS) await place(`without ${name}`, allow({ [name]: false }))
  await place('nobody may write, admin', async (chat) => {
    await sandbox.settings(chat.id, { membersMayWrite: false })
    await promote(true)(chat)
  })
  await place('nobody may pin, admin without that', async (chat) => {
    await allow({ can_pin_messages: false })(chat)
    await promote({ can_manage_chat: true })(chat)
  })
  await place('restricted', (chat) => sandbox.restrict(chat.id, { userId: botId }))
  await place('restricted, may write', (chat) =>
    sandbox.restrict(chat.id, { userId: botId, mayWrite: true }),
  )
  await place('slow', (chat) => sandbox.settings(chat.id, { slowModeSeconds: 30 }))
  await place('kicked', (chat) => sandbox.kick(chat.id, { userId: botId }))
  await place('deleted', (chat) => sandbox.settings(chat.id, { deleted: true }))
  return places
}

const PERMISSIONS = [
  'can_send_messages',
  'can_send_audios',
  'can_send_documents',
  'can_send_photos',
  'can_send_videos',
  'can_send_voice_notes',
  'can_send_polls',
  'can_send_other_messages',
  'can_add_web_page_previews',
  'can_pin_messages',
]
