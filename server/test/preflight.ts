import type { ContentInput } from '@carillon/contract/content/content'
import { MessageInput } from '@carillon/contract/schemas/messages'
import { checkBefore } from '../src/messages/preflight.ts'
import { messageInput } from './message-input.ts'
import { createPosting } from './posting.ts'
import type { TestApp } from './test-app.ts'

/** A user with groups. `ask` checks a message before it is sent, and `set` changes columns of a group. */
export async function openPreflight(app: TestApp, groups = 1) {
  const { user, groupIds } = await createPosting(app, { groups })
  const ask = (content: ContentInput, more: object = {}) =>
    checkBefore(
      user,
      MessageInput.parse({ ...messageInput(groupIds, { status: 'draft' }), content, ...more }),
    )
  const set = (columns: string, groupId = groupIds[0]!) =>
    app.pool.query(`update groups set ${columns} where id = $1`, [groupId])
  return { user, groupIds, ask, set }
}
