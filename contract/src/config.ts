import { endpoint } from './endpoint.ts'

export type { ChannelKind, PublicConfig } from './schemas/config.ts'

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  summary: 'What this server offers: plans, channels, policies.',
  auth: 'public',
  data: 'PublicConfig',
})
