import { endpoint } from './endpoint.ts'

export type { Preferences, User, Session } from './schemas/users.ts'

/** Longest display name, in characters: it fits on one line of a phone's menu. */
export const DISPLAY_NAME_MAX = 60

export const createUser = endpoint({
  method: 'POST',
  path: '/api/users',
  summary: 'Store the profile of the signed-in user; a second call returns the same profile.',
  auth: 'user',
  body: 'NewProfile',
  data: 'User',
})

export const getMe = endpoint({
  method: 'GET',
  path: '/api/users/me',
  summary: 'Read the profile of the user.',
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
    'Export all data of the user, part by part; of occurrences and deliveries the newest 20,000.',
  auth: 'user',
  cost: 'heavy',
  data: 'Export',
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/users/me/sessions',
  summary:
    'List the sessions of the user, the current one first. It is empty with hosted issuers, which do not report them.',
  auth: 'user',
  data: 'Sessions',
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/users/me/sessions/:id',
  summary: 'End one of these sessions.',
  auth: 'user',
  params: 'IdParams',
  data: 'Done',
})

export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/api/users/me/sign-out',
  summary: 'End all sessions of the user, the current one too, of every issuer.',
  auth: 'user',
  data: 'Done',
})

/** The `reason` of `unauthenticated` for a token of an account that was deleted within the last day. */
export const ACCOUNT_DELETED = 'account_deleted'

export const deleteMe = endpoint({
  method: 'DELETE',
  path: '/api/users/me',
  summary:
    'Delete the account and everything in it. Needs the password; with a hosted sign-in service, a sign-in within the last 10 minutes.',
  auth: 'user',
  body: 'DeleteAccount',
  data: 'Done',
})
