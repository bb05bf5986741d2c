import { sql, type RawBuilder } from 'kysely'

/**
 * Whether nothing can be sent to these groups until a person does something about a group or its account, though not
 * all of them were muted by their user; also if there is no group. In SQL, over rows of groups `g` and accounts `a`.
 */
export const areUnreachable: RawBuilder<boolean> = sql<boolean>`
  coalesce(bool_and(g.status <> 'active' or a.status in ('needs_pairing', 'banned'))
    and bool_or(g.status <> 'muted'), true)`
