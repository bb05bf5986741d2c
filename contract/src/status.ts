import { endpoint } from './endpoint.ts'

export type { Status } from './schemas/status.ts'

export const getStatus = endpoint({
  method: 'GET',
  path: '/api/status',
  summary: 'Read how punctual your deliveries are, and how many wait on each connection.',
  auth: 'user',
  data: 'Status',
})
