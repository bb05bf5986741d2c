import * as config from './config.ts'
import * as connections from './connections.ts'
import * as deliveries from './deliveries.ts'
import type { Endpoint } from './endpoint.ts'
import * as groups from './groups.ts'
import * as identity from './identity.ts'
import * as messages from './messages.ts'
import * as users from './users.ts'

/** Every call of the API, in the order they are documented. */
export const endpoints: readonly Endpoint[] = [
  config,
  identity,
  users,
  connections,
  groups,
  messages,
  deliveries,
].flatMap((room) => Object.values(room).filter(isEndpoint))

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
