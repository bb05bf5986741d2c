import * as calendar from './calendar.ts'
import * as config from './config.ts'
import * as connections from './connections.ts'
import * as cycles from './cycles.ts'
import * as deliveries from './deliveries.ts'
import type { Endpoint, SchemasByName } from './endpoint.ts'
import * as groupSets from './group-sets.ts'
import * as groups from './groups.ts'
import * as identity from './identity.ts'
import * as media from './media.ts'
import * as messages from './messages.ts'
import * as notifications from './notifications.ts'
import * as payments from './payments.ts'
import * as schedule from './schedule.ts'
import { schemas } from './schemas.ts'
import * as slots from './slots.ts'
import * as status from './status.ts'
import * as unsaved from './unsaved.ts'
import * as users from './users.ts'

/** The API as it is documented. */
export type Api = {
  title: string
  version: string
  /** What every caller must know, a paragraph each, with `code` between backticks. */
  introduction: readonly string[]
  rooms: readonly ApiRoom[]
  /** The schemas of requests and responses, by their names in the calls and in the documentation. */
  schemas: SchemasByName
}

/** The calls about one noun, each by its name in code, in the order they are documented. */
export type ApiRoom = { name: string; endpoints: Readonly<Record<string, Endpoint>> }

const rooms = {
  config,
  identity,
  users,
  connections,
  groups: { ...groups, ...groupSets },
  media,
  messages: { ...messages, ...slots },
  cycles,
  unsaved,
  schedule,
  calendar,
  deliveries: { ...deliveries, ...status },
  notifications,
  payments,
}

export const api: Api = {
  title: 'Carillon',
  version: '1',
  introduction: [
    'The web app does everything through these calls; your own programs may use them too.',
    'Send bodies as JSON, parts of files as they are. A success answers `{ "data": … }`, a failure `{ "error": { "code", "message" } }` with words that may be shown to people. Answers may gain fields; ignore those you do not know.',
    'Calls marked `token` take `Authorization: Bearer <token>`. The token lasts 15 minutes; `getToken` gives the next one.',
    'Times are ISO 8601 in UTC; local times such as `2026-12-01T09:00` are on the wall clock of a named time zone. Lists answer `items` and `nextCursor`, which goes into `cursor` for the next page and is null on the last.',
    'Resources that can change have a `rev`; send back the one you read: an older one is refused with the current state. With an `Idempotency-Key` of your choice a POST or a PUT acts once, however often it is sent.',
  ],
  rooms: Object.entries(rooms).map(([name, room]) => ({ name, endpoints: endpointsOf(room) })),
  schemas,
}

// Function declarations, because the constant above uses them while the module is loaded.
function endpointsOf(room: object): Record<string, Endpoint> {
  const found = Object.entries(room).filter((entry): entry is [string, Endpoint] =>
    isEndpoint(entry[1]),
  )
  return Object.fromEntries(
    found.toSorted(([, a], [, b]) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1)),
  )
}

/** Sorts the calls in the documentation: lists before single items, reads before changes. Module exports have no order. */
function sortKeyOf({ path, method }: Endpoint): string {
  return `${path} ${['GET', 'POST', 'PUT', 'DELETE'].indexOf(method)}`
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
