import { endpoint } from './endpoint.ts'

export type { ConnectionStatus, Pairing, Connection, Chat } from './schemas/connections.ts'

export const listConnections = endpoint({
  method: 'GET',
  path: '/api/connections',
  summary: 'List the connections of the user.',
  auth: 'user',
  data: 'Connections',
})

export const createConnection = endpoint({
  method: 'POST',
  path: '/api/connections',
  summary:
    'Connect an account: with `token` a Telegram bot of the user, without it the bot of this server. WhatsApp is paired in steps: `method`, `phone` and `consent`.',
  auth: 'user',
  cost: 'asks',
  status: 201,
  body: 'CreateConnection',
  data: 'Connection',
})

export const getConnection = endpoint({
  method: 'GET',
  path: '/api/connections/:id',
  summary: 'Read one connection.',
  auth: 'user',
  params: 'IdParams',
  data: 'Connection',
})

export const deleteConnection = endpoint({
  method: 'DELETE',
  path: '/api/connections/:id',
  summary: 'Disconnect: deletes the credentials and removes the groups.',
  auth: 'user',
  params: 'IdParams',
  data: 'Done',
})

export const pairConnection = endpoint({
  method: 'POST',
  path: '/api/connections/:id/pairing',
  summary:
    'Continue a pairing: get a new link or code (`refresh`), give a new token or the answer to a step, or stop (`cancel`).',
  auth: 'user',
  cost: 'asks',
  params: 'IdParams',
  body: 'PairConnection',
  data: 'Connection',
})

export const linkOwnChat = endpoint({
  method: 'POST',
  path: '/api/connections/:id/own-chat',
  summary:
    'Make a link that opens the own chat with the bot; the person who presses Start there gets the tests of this user.',
  auth: 'user',
  params: 'IdParams',
  data: 'OwnChatLink',
})

export const testConnection = endpoint({
  method: 'POST',
  path: '/api/connections/:id/test',
  summary: 'Send a test to oneself now, in the own chat: the given `content`, or a short text.',
  auth: 'user',
  cost: 'asks',
  status: 202,
  params: 'IdParams',
  body: 'SendTest',
  data: 'SentTest',
})

export const listChats = endpoint({
  method: 'GET',
  path: '/api/connections/:id/chats',
  summary: 'List the chats this connection could post to.',
  auth: 'user',
  params: 'IdParams',
  data: 'Chats',
})

export const refreshConnection = endpoint({
  method: 'POST',
  path: '/api/connections/:id/refresh',
  summary:
    'Ask the network again for the identity of the account and its chats, or for one chat by its link.',
  auth: 'user',
  cost: 'asks',
  params: 'IdParams',
  body: 'RefreshConnection',
  data: 'Connection',
})
