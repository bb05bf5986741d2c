import { anotherPicture } from '../group-picture.ts'
import { createChat } from './chats.ts'
import { say } from './messages.ts'
import { createBot, createUser } from './people.ts'
import type { World } from '../world.ts'

const OPERATOR_BOT_USERNAME = 'carillon_sandbox_bot'

/** Makes the world what it was on its first day. The operator's bot keeps its token, its reader its place. */
export function resetWorld(world: World): void {
  const [operator] = world.state.telegram.bots.values()
  world.commit({ type: 'worldReset' })
  seedWorld(world, operator?.token)
}

/** The first people and groups, so that a newcomer finds somewhere to post. No bot is in any of them. */
export function seedWorld(world: World, operatorToken?: string): void {
  const you = createUser(world, { firstName: 'You', username: 'you' }).id
  const mara = createUser(world, { firstName: 'Mara', username: 'mara_runs' }).id
  const tom = createUser(world, { firstName: 'Tom', lastName: 'Hale' }).id
  const ines = createUser(world, { firstName: 'Inês', username: 'ines_makes' }).id
  const kofi = createUser(world, { firstName: 'Kofi' }).id
  createBot(world, {
    name: 'Carillon (sandbox)',
    username: OPERATOR_BOT_USERNAME,
    ...(operatorToken ? { token: operatorToken } : {}),
  })

  const runners = createChat(world, {
    title: 'Riverside Runners',
    photo: anotherPicture('Riverside Runners'),
    type: 'supergroup',
    ownerId: you,
    adminIds: [mara],
    memberIds: [tom, ines, kofi],
  })
  say(world, { chatId: runners.id, userId: mara, text: 'Sunday: 8 km along the river, easy pace.' })
  say(world, {
    chatId: runners.id,
    userId: tom,
    text: 'I keep forgetting. Could somebody remind us?',
  })

  const makers = createChat(world, {
    title: 'Makers Forum',
    photo: anotherPicture('Makers Forum'),
    type: 'forum',
    ownerId: you,
    memberIds: [ines, kofi, tom],
    topics: ['Announcements', 'Show and tell', 'Help wanted'],
  })
  const [, showAndTell] = [...makers.topics.keys()]
  say(world, {
    chatId: makers.id,
    userId: ines,
    text: 'My plotter draws again! Photos tonight.',
    ...(showAndTell ? { topicId: showAndTell } : {}),
  })

  const street = createChat(world, {
    title: 'Maple Street',
    photo: anotherPicture('Maple Street'),
    type: 'group',
    ownerId: you,
    memberIds: [kofi, mara],
  })
  say(world, {
    chatId: street.id,
    userId: kofi,
    text: 'Who put the bins out on the wrong day again?',
  })

  const cinema = createChat(world, {
    title: 'Open-Air Cinema',
    photo: anotherPicture('Open-Air Cinema'),
    type: 'supergroup',
    ownerId: ines,
    memberIds: [you, tom],
  })
  say(world, { chatId: cinema.id, userId: ines, text: 'First film of the season on Friday!' })
}
