import { endpoint } from './endpoint.ts'

export type { GroupStatus, Quiet, Group } from './schemas/groups.ts'

export const listGroups = endpoint({
  method: 'GET',
  path: '/api/groups',
  summary: 'List the chosen groups.',
  auth: 'user',
  data: 'Groups',
})

export const createGroup = endpoint({
  method: 'POST',
  path: '/api/groups',
  summary: 'Choose a chat as a group to send to; the tier limits how many.',
  auth: 'user',
  status: 201,
  body: 'CreateGroup',
  data: 'Group',
})

export const getGroup = endpoint({
  method: 'GET',
  path: '/api/groups/:id',
  summary: 'Read one group.',
  auth: 'user',
  params: 'IdParams',
  data: 'Group',
})

export const updateGroup = endpoint({
  method: 'PUT',
  path: '/api/groups/:id',
  summary: 'Mute a group, or set its time zone or its sending rules; null removes a rule.',
  auth: 'user',
  params: 'IdParams',
  body: 'UpdateGroup',
  data: 'Group',
})

export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/api/groups/:id',
  summary: 'Remove a group; nothing more is sent to it.',
  auth: 'user',
  params: 'IdParams',
  data: 'Done',
})

export const swapInGroup = endpoint({
  method: 'POST',
  path: '/api/groups/:id/use',
  summary:
    'Use a suspended group again; without room in the tier, the longest unused one is suspended instead.',
  auth: 'user',
  params: 'IdParams',
  data: 'Group',
})

export const checkGroup = endpoint({
  method: 'POST',
  path: '/api/groups/:id/check',
  summary: 'Ask the network whether we may still post in the group.',
  auth: 'user',
  cost: 'asks',
  params: 'IdParams',
  data: 'Group',
})

export const testGroup = endpoint({
  method: 'POST',
  path: '/api/groups/:id/test',
  summary: 'Send a test to the group now: the given `content`, or a short text.',
  auth: 'user',
  cost: 'asks',
  status: 202,
  params: 'IdParams',
  body: 'SendTest',
  data: 'SentTest',
})
