import { endpoint } from './endpoint.ts'

export type { GroupSet } from './schemas/group-sets.ts'

/** Longest name: it fits on one line. Most groups: a page shows them without delay. */
export const SET_NAME_MAX = 60
export const SET_GROUPS_MAX = 1_000

export const listGroupSets = endpoint({
  method: 'GET',
  path: '/api/group-sets',
  summary: 'List the saved sets of groups by name.',
  auth: 'user',
  data: 'GroupSets',
})

export const createGroupSet = endpoint({
  method: 'POST',
  path: '/api/group-sets',
  summary: 'Save groups as a set with a name.',
  auth: 'user',
  status: 201,
  body: 'CreateGroupSet',
  data: 'GroupSet',
})

export const updateGroupSet = endpoint({
  method: 'PUT',
  path: '/api/group-sets/:id',
  summary: 'Rename a set, or replace its groups; a missing field is not changed.',
  auth: 'user',
  params: 'IdParams',
  body: 'UpdateGroupSet',
  data: 'GroupSet',
})

export const deleteGroupSet = endpoint({
  method: 'DELETE',
  path: '/api/group-sets/:id',
  summary: 'Delete a set; its groups stay.',
  auth: 'user',
  params: 'IdParams',
  data: 'Done',
})
