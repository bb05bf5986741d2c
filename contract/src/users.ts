import { endpoint } from './endpoint.ts'

export type { Preferences, User, Session } from './schemas/users.ts'

/** Longest display name, in characters: what still fits one line of a phone's menu. */
export const DISPLAY_NAME_MAX = 60

export const createUser = endpoint({
  method: 'POST',
  path: '/api/users',
  summary: 'Store the profile of the signed-in person; a second call answers the same profile.',
  auth: 'user',
  body: 'ProfileInput',
  data: 'User',
})

export const getMe = endpoint({
  method: 'GET',
  path: '/api/users/me',
  summary: 'Read the own profile.',
  auth: 'user',
  data: 'User',
})

export const updateMe = endpoint({
  method: 'PUT',
  path: '/api/users/me',
  summary: 'Change display name, photo, time zone or preferences; other fields are ignored.',
  auth: 'user',
  body: 'ProfileInput',
  data: 'User',
})

export const exportMe = endpoint({
  method: 'GET',
  path: '/api/users/me/export',
  summary:
    'All that is kept of the person, part by part; of occurrences and deliveries the newest 20,000.',
  auth: 'user',
  cost: 'heavy',
  data: 'Export',
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/users/me/sessions',
  summary:
    'List where the person is signed in, this one first. Hosted issuers keep that to themselves: then it is empty.',
  auth: 'user',
  data: 'Sessions',
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/users/me/sessions/:id',
  summary: 'Sign out in one of these places.',
  auth: 'user',
  params: 'IdParams',
  data: 'Done',
})

export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/api/users/me/sign-out',
  summary: 'End all sessions of the person, this one too, whoever issued them.',
  auth: 'user',
  data: 'Done',
})

export const deleteMe = endpoint({
  method: 'DELETE',
  path: '/api/users/me',
  summary:
    'Delete the account and everything in it. Asks for the password; where a hosted service signs people in, for a sign-in within the last 10 minutes.',
  auth: 'user',
  body: 'DeleteAccount',
  data: 'Done',
})
