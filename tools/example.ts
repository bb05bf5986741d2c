import { listCycles } from '@carillon/contract/cycles'
import { listMessages } from '@carillon/contract/messages'
import { updateMe } from '@carillon/contract/users'
import type { SandboxClient } from '../sandbox/src/testing/client.ts'
import { newPerson } from './client.ts'
import type { Things } from './pages.ts'
import { giveExample } from './seed/example.ts'

/** What pages can show of the example: the things behind their addresses, and a message that went out. */
export type ExampleThings = Partial<Things> & { sent: string }

/**
 * Makes a new person at this product, Mara of Berlin, who has the example of `npm run seed`, and
 * answers what it holds. The product's tier for newcomers has to be Pro.
 */
export async function arrangeExample(
  url: string,
  sandbox: SandboxClient,
  email: string,
): Promise<ExampleThings> {
  const person = await newPerson(url, email)
  await person.call(updateMe, { body: { displayName: 'Mara', timeZone: 'Europe/Berlin' } })
  await giveExample(person, sandbox)
  const { items } = await person.call(listMessages, { query: { kind: 'scheduled' } })
  const idOf = (title: string) => items.find((message) => message.title === title)?.id ?? ''
  const cycles = await person.call(listCycles, { query: {} })
  const cycle = cycles.items[0]?.id ?? ''
  return { editMessage: idOf('Sunday run'), sent: idOf('Hello'), cycle, editCycle: cycle }
}
