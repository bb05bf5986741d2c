import type { SchemasByName } from './endpoint.ts'
import { GroupRules, QuietHours } from './groups/rules.ts'
import { Local, LocalDate, LocalTime, Once, Rule, Weekday, Window } from './schedule/rule.ts'
import { Schedule } from './schedule/schedule.ts'
import * as calendar from './schemas/calendar.ts'
import * as config from './schemas/config.ts'
import * as connections from './schemas/connections.ts'
import * as content from './schemas/content.ts'
import * as cycles from './schemas/cycles.ts'
import * as deliveries from './schemas/deliveries.ts'
import * as errors from './schemas/errors.ts'
import * as groupSets from './schemas/group-sets.ts'
import * as groups from './schemas/groups.ts'
import * as identity from './schemas/identity.ts'
import * as media from './schemas/media.ts'
import * as messages from './schemas/messages.ts'
import * as notifications from './schemas/notifications.ts'
import * as occurrences from './schemas/occurrences.ts'
import * as payments from './schemas/payments.ts'
import * as preflight from './schemas/preflight.ts'
import * as schedule from './schemas/schedule.ts'
import * as simulation from './schemas/simulation.ts'
import * as slots from './schemas/slots.ts'
import * as status from './schemas/status.ts'
import * as tiers from './schemas/tiers.ts'
import * as unsaved from './schemas/unsaved.ts'
import * as users from './schemas/users.ts'
import { Attention, Done, Id, IdParams, Instant, PageQuery } from './schemas/wire.ts'
import { LocalDateTime, TimeZone } from './time.ts'

/** Every schema that a call may name, by its name in code, which is also its name in OpenAPI. */
export const schemas = {
  Attention,
  Done,
  GroupRules,
  Id,
  IdParams,
  Instant,
  Local,
  LocalDate,
  LocalDateTime,
  LocalTime,
  Once,
  PageQuery,
  QuietHours,
  Rule,
  Schedule,
  TimeZone,
  Weekday,
  Window,
  ...calendar,
  ...config,
  ...connections,
  ...content,
  ...cycles,
  ...deliveries,
  ...errors,
  ...groupSets,
  ...groups,
  ...identity,
  ...media,
  ...messages,
  ...notifications,
  ...occurrences,
  ...payments,
  ...preflight,
  ...schedule,
  ...simulation,
  ...slots,
  ...status,
  ...tiers,
  ...unsaved,
  ...users,
} satisfies SchemasByName

export type Schemas = typeof schemas
export type SchemaName = keyof Schemas
