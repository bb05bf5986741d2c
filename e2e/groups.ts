import { createConnection, type Connection } from '@carillon/contract/connections'
import { listGroups, type Group } from '@carillon/contract/groups'
import type { SandboxClient } from '../sandbox/src/testing/client.ts'
import type { Person } from '../tools/client.ts'
import { expect } from './fixtures.ts'

/** Connects a person to the server's bot and brings it into a chat of You's; answers the group it becomes. */
export async function bringGroup(
  person: Person,
  sandbox: SandboxClient,
  title: string,
): Promise<Group> {
  const chat = await sandbox.addGroup({ title })
  const connection = await person.call(createConnection, { body: { channel: 'telegram-bot' } })
  await sandbox.addBot({ chatId: chat.id, startPayload: codeIn(connection) })
  await expect.poll(() => groupsOf(person)).toMatchObject([{ title }])
  const [group] = await groupsOf(person)
  return group!
}

export const groupsOf = async (person: Person): Promise<Group[]> =>
  (await person.call(listGroups, {})).items

const codeIn = ({ pairing }: Connection): string =>
  new URL(pairing?.url ?? '').searchParams.get('startgroup') ?? ''
