import type { ContentInput } from '@carillon/contract/content/content'
import { MessageInput } from '@carillon/contract/schemas/messages'
import { createMessage } from '../src/messages/actions.ts'
import { messageInput } from './message-input.ts'
import { giveFile, createPosting } from './posting.ts'
import type { TestApp } from './test-app.ts'

/** A message of a new user that is to go out to its groups at noon in Berlin; it is ten there. */
export async function giveMessage(app: TestApp, groups = 1) {
  const { user, groupIds, accountId } = await createPosting(app, { groups })
  const message = await createMessage(user, messageInput(groupIds))
  return { user, groupIds, accountId, message, id: message.id }
}

/** A message as a client sends it. */
export const clientMessage = (
  groupIds: string[],
  content: ContentInput,
  status: 'draft' | 'active' = 'active',
) => MessageInput.parse({ ...messageInput(groupIds, { status }), content })

/** A person with a group, and files in their library; `foreign` is in that of somebody else. */
export async function giveFiles(app: TestApp) {
  const { user, groupIds } = await createPosting(app)
  const photo = await giveFile(app, user)
  const video = await giveFile(app, user, { kind: 'video' })
  const paper = await giveFile(app, user, { kind: 'document' })
  const foreign = await giveFile(app, await app.person())
  return { user, groupIds, photo, video, paper, foreign }
}

/** How its deliveries stand: what is on the wire first. */
export const deliveriesOf = async ({ pool }: TestApp) =>
  (await pool.query(`select status, code from deliveries order by status <> 'sending', code`)).rows
