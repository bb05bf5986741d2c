import { setTimeout as pause } from 'node:timers/promises'
import { createConnection, listChats } from '@carillon/contract/connections'
import { createGroup, type Group } from '@carillon/contract/groups'
import { createClient, type SandboxClient } from '../sandbox/src/testing/client.ts'
import { newPerson, type Person } from './client.ts'
import type { Product } from './product.ts'

export type Community = { person: Person; groups: Group[]; sandbox: SandboxClient }

/** How often to look whether the server has heard of the new chats, in milliseconds. */
const LOOK_MS = 50

/**
 * A person with bots of their own, each an admin's guest in so many groups, all chosen to send to. Their
 * groups are called `title` and a number.
 */
export async function openCommunity(
  product: Pick<Product, 'url' | 'sandboxUrl'>,
  size: { bots: number; groupsPerBot: number; email?: string; title?: string },
): Promise<Community> {
  const { email = `community-${process.pid}@example.org`, title = 'Group' } = size
  const sandbox = createClient(product.sandboxUrl)
  const person = await newPerson(product.url, email)
  const groups: Group[] = []
  for (let b = 0; b < size.bots; b++) {
    const bot = await sandbox.createBot({})
    const connection = await person.call(createConnection, {
      body: { channel: 'telegram-bot', token: bot.token },
    })
    const wanted = []
    for (let g = 0; g < size.groupsPerBot; g++) {
      const chat = await sandbox.addGroup({ title: `${title} ${b}.${g}` })
      await sandbox.addBot({ chatId: chat.id, botId: bot.id })
      wanted.push(String(chat.id))
    }
    const params = { id: connection.id }
    for (;;) {
      const { items } = await person.call(listChats, { params })
      if (wanted.every((id) => items.some((chat) => chat.externalId === id))) break
      await pause(LOOK_MS)
    }
    for (const externalId of wanted) {
      groups.push(
        await person.call(createGroup, { body: { connectionId: connection.id, externalId } }),
      )
    }
  }
  return { person, groups, sandbox }
}
