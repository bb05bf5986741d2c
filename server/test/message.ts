import { createMessage } from '../src/messages/actions.ts'
import { messageInput } from './drafting.ts'
import { givePosting } from './posting.ts'
import type { TestApp } from './test-app.ts'

/** A message of a new user that is to go out to its groups at noon in Berlin; it is ten there. */
export async function giveMessage(app: TestApp, groups = 1) {
  const { user, groupIds, accountId } = await givePosting(app, { groups })
  const message = await createMessage(user, messageInput(groupIds))
  return { user, groupIds, accountId, message, id: message.id }
}

/** How its deliveries stand: what is on the wire first. */
export const deliveriesOf = async ({ pool }: TestApp) =>
  (await pool.query(`select status, code from deliveries order by status <> 'sending', code`)).rows
