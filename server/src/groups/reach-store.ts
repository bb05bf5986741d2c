import { sql, type RawBuilder } from 'kysely'

/** Whether something can be sent to a group without a person doing anything about it or its account. */
export const isReachable: RawBuilder<boolean> = sql<boolean>`
  (g.status = 'active' and a.status not in ('needs_pairing', 'banned'))`

/**
 * Whether nothing can be sent to these groups until a person does something about a group or its account, though not
 * all of them were muted by their user; also if there is no group. In SQL, over rows of groups `g` and accounts `a`.
 */
export const areUnreachable: RawBuilder<boolean> = sql<boolean>`
  coalesce(bool_and(not ${isReachable}) and bool_or(g.status <> 'muted'), true)`
