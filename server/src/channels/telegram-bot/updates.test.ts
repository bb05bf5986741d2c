import type { Update as TelegramUpdate } from 'grammy/types'
import { expect, test } from 'vitest'
import { readChatLink } from './chats.ts'
import { isUpdate, readUpdate } from './updates.ts'

const chat = { id: -1001, type: 'supergroup', title: 'Choir' } as const
const ida = { id: 7, is_bot: false, first_name: 'Ida' }

const eventsOf = (update: object) => readUpdate({ update_id: 1, ...update }, 'carillon_bot').events

const message = (fields: object) =>
  eventsOf({ message: { message_id: 1, date: 0, chat, from: ida, ...fields } })

const membership = (member: object, place: object = chat) =>
  eventsOf({
    my_chat_member: {
      chat: place,
      from: ida,
      date: 0,
      old_chat_member: { status: 'left' },
      new_chat_member: { user: { id: 1, is_bot: true, first_name: 'Carillon' }, ...member },
    },
  })

const start = { code: 'abc', externalId: '-1001', personId: '7', title: 'Choir' }

const commands: [what: string, fields: object, events: object[]][] = [
  ['as an invite link writes it', { text: '/start@carillon_bot abc' }, [start]],
  ['as a person types it', { text: '/start abc' }, [start]],
  ['in another case', { text: '/Start@Carillon_Bot abc' }, [start]],
  ['without a code', { text: '/start' }, [{ ...start, code: null }]],
  ['meant for another bot', { text: '/start@other_bot abc' }, []],
  ['with words around it', { text: 'please /start abc' }, []],
  ['with something that is no code', { text: '/start a b' }, []],
  ['with a code longer than any', { text: `/start ${'a'.repeat(65)}` }, []],
  [
    'by an admin who stays anonymous',
    { text: '/start abc', sender_chat: chat, from: { ...ida, id: 1_087_968_824 } },
    [{ ...start, personId: '-1001' }],
  ],
  [
    'by somebody who writes as their channel',
    { text: '/start abc', sender_chat: { id: -1009, type: 'channel', title: 'Mine' } },
    [{ ...start, personId: '-1009' }],
  ],
]

test.each(commands)('/start %s', (_what, fields, events) => {
  expect(message(fields)).toEqual(events.map((event) => ({ kind: 'linkCode', ...event })))
})

test('a code in a channel is posted by the channel itself', () => {
  const channel = { id: -1002, type: 'channel', title: 'News' }
  const channel_post = { message_id: 1, date: 0, chat: channel, text: '/start abc' }
  expect(eventsOf({ channel_post })).toEqual([
    { kind: 'linkCode', code: 'abc', externalId: '-1002', personId: '-1002', title: 'News' },
  ])
})

const memberships: [what: string, member: object, chat: object][] = [
  ['a member', { status: 'member' }, { lost: false, canPost: true, title: 'Choir' }],
  ['an admin', { status: 'administrator' }, { lost: false, canPost: true }],
  [
    'restricted, still allowed to write',
    { status: 'restricted', can_send_messages: true },
    { lost: false, canPost: true },
  ],
  [
    'restricted to silence',
    { status: 'restricted', can_send_messages: false },
    {
      lost: false,
      canPost: false,
      reason:
        'An admin removed the bot’s permission to send messages. An admin can allow it again, or make the bot an admin.',
    },
  ],
  ['kicked', { status: 'kicked' }, { lost: true, code: 'kicked' }],
  ['gone', { status: 'left' }, { lost: true, code: 'left' }],
]

test.each(memberships)('being %s in a group', (_what, member, expected) => {
  expect(membership(member)).toMatchObject([
    { kind: 'chat', chat: { externalId: '-1001', ...expected } },
  ])
})

test('in a channel only an admin who may post can post', () => {
  const channel = { id: -1002, type: 'channel', title: 'News' }
  const may = { status: 'administrator', can_post_messages: true }
  expect(membership(may, channel)).toMatchObject([{ chat: { kind: 'channel', canPost: true } }])
  for (const member of [{ ...may, can_post_messages: false }, { status: 'member' }]) {
    expect(membership(member, channel)).toMatchObject([
      { chat: { canPost: false, reason: expect.stringContaining('admin of the channel') } },
    ])
  }
})

test('in a private chat only a Start by a link, its end and a block are read', () => {
  const person = { id: 7, type: 'private', first_name: 'Ida' }
  const said = (text: string) =>
    eventsOf({ message: { message_id: 1, date: 0, chat: person, from: ida, text } })
  const own = { externalId: '7' }
  expect(said('/start abc')).toEqual([{ kind: 'ownChat', code: 'abc', name: 'Ida', ...own }])
  expect(said('/stop')).toEqual([{ kind: 'ownChatEnded', how: 'stopped', ...own }])
  expect(membership({ status: 'kicked' }, person)).toEqual([
    { kind: 'ownChatEnded', how: 'blocked', ...own },
  ])
  expect(membership({ status: 'member' }, person)).toEqual([])
  expect([said('/start'), said('Please /stop'), said('Hello')]).toEqual([[], [], []])
})

const topics: [what: string, fields: object, topic: object][] = [
  [
    'opened',
    { forum_topic_created: { name: 'Plans', icon_color: 1 } },
    { name: 'Plans', closed: false },
  ],
  ['renamed', { forum_topic_edited: { name: 'Ideas' } }, { name: 'Ideas' }],
  ['closed', { forum_topic_closed: {} }, { closed: true }],
  ['opened again', { forum_topic_reopened: {} }, { closed: false }],
]

test.each(topics)('a topic that is %s', (_what, fields, topic) => {
  expect(message({ message_thread_id: 5, is_topic_message: true, ...fields })).toEqual([
    { kind: 'topic', externalId: '-1001', topic: { id: '5', ...topic } },
  ])
})

test('a topic that only gets another icon tells nothing, nor does a reply thread', () => {
  const icon = { forum_topic_edited: { icon_custom_emoji_id: '1' } }
  expect(message({ message_thread_id: 5, is_topic_message: true, ...icon })).toEqual([])
  expect(message({ message_thread_id: 5, text: 'a reply' })).toEqual([])
})

test('both sides of a move say the same', () => {
  const moved = { kind: 'migrated', from: '-5', to: '-1001' }
  expect(message({ chat: { ...chat, id: -5, type: 'group' }, migrate_to_chat_id: -1001 })).toEqual([
    moved,
  ])
  expect(message({ migrate_from_chat_id: -5 })).toEqual([moved])
})

test('what is not asked for moves the offset and nothing else', () => {
  expect(readUpdate({ update_id: 41, poll: {} } as TelegramUpdate, 'carillon_bot')).toEqual({
    id: 41,
    next: 42,
    events: [],
  })
  expect([isUpdate({ update_id: 41 }), isUpdate({}), isUpdate('x'), isUpdate(null)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test.each([
  ['https://t.me/c/1234567890/45', { chat: '-1001234567890', topicId: '45' }],
  ['https://t.me/c/1234567890/45/678', { chat: '-1001234567890', topicId: '45' }],
  ['t.me/c/1234567890', { chat: '-1001234567890' }],
  ['https://t.me/choir_news', { chat: '@choir_news' }],
  ['https://telegram.me/choir_news/12', { chat: '@choir_news', topicId: '12' }],
  ['@choir_news', { chat: '@choir_news' }],
  [' choir_news ', { chat: '@choir_news' }],
  ['-1001234567890', { chat: '-1001234567890' }],
])('the link %s leads to %o', (link, place) => {
  expect(readChatLink(link)).toEqual(place)
})
