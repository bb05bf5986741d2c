import {
  createGroup,
  deleteGroup,
  getGroup,
  type Group,
  listGroups,
  updateGroup,
} from '@carillon/contract/groups'
import type { InputOf } from '@carillon/contract/endpoint'
import { call } from '../../api/call.ts'
import { askOrRead } from '../../app/retries.ts'

type Chosen = InputOf<typeof createGroup>['body']

/** Makes a chat a group. */
export const addGroup = ({ connectionId, externalId }: Chosen): Promise<Group> =>
  askOrRead((options) => call(createGroup, { body: { connectionId, externalId } }, options), {
    already_done: async () => {
      const { items } = await call(listGroups)
      return items.find(
        (group) => group.connectionId === connectionId && group.externalId === externalId,
      )
    },
  })

/** Lets a group go. */
export const removeGroup = ({ id }: Pick<Group, 'id'>) =>
  askOrRead(() => call(deleteGroup, { params: { id } }), { not_found: () => ({ done: true }) })

type Change = Omit<InputOf<typeof updateGroup>['body'], 'rev'>

/** Changes a group. */
export const changeGroup = (
  { id, rev }: Pick<Group, 'id' | 'rev'>,
  change: Change,
): Promise<Group> => {
  const params = { id }
  return askOrRead((once) => call(updateGroup, { params, body: { rev, ...change } }, once), {
    already_done: () => call(getGroup, { params }),
  })
}
