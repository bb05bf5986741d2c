import type { TelegramApp } from './telegram.ts'

/** A group, and what brings it into its state after the user has chosen it. */
export type GroupCase = {
  name: string
  externalId: string
  topicId?: string
  applyState(): Promise<unknown>
}

/** Groups of WhatsApp in every possible state, with a number as a member. */
export async function whatsappGroupStates({ sandbox }: TelegramApp, you: string, eve: string) {
  const phones = sandbox.whatsapp
  type Change = Parameters<typeof phones.changeGroup>[1]['change']
  const add = async (name: string, members: string[], ...changes: Change[]): Promise<GroupCase> => {
    const addressing = name.length % 2 === 0 ? ('lid' as const) : ('pn' as const)
    const { id } = await phones.addGroup({ subject: name, members, addressing })
    const by = members[0]!
    const applyState = async () => {
      for (const change of changes) await phones.changeGroup(id, { by, change })
    }
    return { name, externalId: id, applyState }
  }
  const announce = { kind: 'announce', on: true } as const
  return [
    await add('group', [eve, you]),
    await add('of people by number', [eve, you]),
    await add('admin', [you, eve]),
    await add('only admins write', [eve, you], announce),
    await add('only admins write, admin', [you, eve], announce),
    await add('made an admin', [eve, you], announce, { kind: 'promote', lid: you }),
    await add('removed', [eve, you], { kind: 'remove', lid: you }),
  ]
}

/** Chats of Telegram in every possible state, with a bot as a member. */
export async function telegramGroupStates(
  { sandbox }: TelegramApp,
  botId: number,
): Promise<GroupCase[]> {
  const cases: GroupCase[] = []
  type Chat = Awaited<ReturnType<typeof sandbox.addGroup>>
  type NewType = Parameters<typeof sandbox.addGroup>[0]['type']
  async function add(
    name: string,
    applyState: (chat: Chat) => Promise<unknown>,
    { type = 'supergroup', topic }: { type?: NewType; topic?: string } = {},
  ) {
    const chat = await sandbox.addGroup({ title: name, type })
    const rights = type === 'channel' ? { rights: true as const } : {}
    await sandbox.addBot({ chatId: chat.id, botId, ...rights })
    const created = topic ? await sandbox.topic(chat.id, { create: topic }) : undefined
    cases.push({
      name,
      externalId: String(chat.id),
      ...(created ? { topicId: String(created.topicId) } : {}),
      applyState: () =>
        applyState(
          created ? { ...chat, topics: [{ ...chat.topics[0]!, id: created.topicId }] } : chat,
        ),
    })
  }
  const stay = async () => {}
  type Rights = Parameters<typeof sandbox.promote>[1]['rights']
  const promote = (rights: Rights) => (chat: Chat) =>
    sandbox.promote(chat.id, { userId: botId, rights })
  const allow = (permissions: object) => (chat: Chat) => sandbox.settings(chat.id, { permissions })

  await add('group', stay, { type: 'group' })
  await add('supergroup', stay)
  await add('admin', promote(true))
  await add('forum', stay, { type: 'forum' })
  await add('topic', stay, { type: 'forum', topic: 'Plans' })
  await add(
    'closed topic',
    (chat) => sandbox.topic(chat.id, { topicId: chat.topics[0]!.id, closed: true }),
    { type: 'forum', topic: 'Plans' },
  )
  await add('channel', stay, { type: 'channel' })
  await add('channel, no editing', promote({ can_post_messages: true }), { type: 'channel' })
  await add('channel, no posting', promote({ can_edit_messages: true }), { type: 'channel' })
  for (const name of PERMISSIONS) await add(`without ${name}`, allow({ [name]: false }))
  await add('nobody may write, admin', async (chat) => {
    await sandbox.settings(chat.id, { membersMayWrite: false })
    await promote(true)(chat)
  })
  await add('nobody may pin, admin without that', async (chat) => {
    await allow({ can_pin_messages: false })(chat)
    await promote({ can_manage_chat: true })(chat)
  })
  await add('restricted', (chat) => sandbox.restrict(chat.id, { userId: botId }))
  await add('restricted, may write', (chat) =>
    sandbox.restrict(chat.id, { userId: botId, mayWrite: true }),
  )
  await add('slow', (chat) => sandbox.settings(chat.id, { slowModeSeconds: 30 }))
  await add('kicked', (chat) => sandbox.kick(chat.id, { userId: botId }))
  await add('deleted', (chat) => sandbox.settings(chat.id, { deleted: true }))
  return cases
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
