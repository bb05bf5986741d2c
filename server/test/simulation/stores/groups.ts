import type * as real from '../../../src/groups/actions.ts'
import { rowsOf, type Rows, type Tables } from '../rows.ts'

type GroupRow = Tables['groups']

export const blockGroupUntil: typeof real.blockGroupUntil = async (_ctx, tx, groupId, until) => {
  const rows = rowsOf(tx)
  const { accountId, externalId } = rows.groups.get(groupId)!
  for (const row of groupsOf(rows, accountId, externalId)) {
    const longer = !row.blockedUntil || row.blockedUntil < until
    if (longer) rows.change('groups', row, { blockedUntil: until })
  }
}

const groupsOf = (rows: Rows, accountId: string, externalId: string): GroupRow[] =>
  [...rows.groups.values()].filter(
    (row) =>
      row.accountId === accountId && row.externalId === externalId && row.status !== 'removed',
  )

export const loseGroup: typeof real.loseGroup = async (_ctx, tx, accountId, externalId, code) => {
  const rows = rowsOf(tx)
  for (const row of groupsOf(rows, accountId, externalId)) {
    if (row.status !== 'lost')
      rows.change('groups', row, { status: 'lost', code, rev: row.rev + 1 })
  }
}

export const limitGroup: typeof real.limitGroup = async (_ctx, tx, accountId, externalId) => {
  const rows = rowsOf(tx)
  for (const row of groupsOf(rows, accountId, externalId)) {
    if (row.status === 'lost' || row.status === 'suspended' || row.muted) continue
    rows.change('groups', row, { status: 'limited', code: 'no_rights', rev: row.rev + 1 })
  }
}

/** Networks of these worlds give no reasons that nobody knows. */
export const noteRefusal: typeof real.noteRefusal = async () => {}

export const migrateGroup: typeof real.migrateGroup = async (_ctx, tx, accountId, from, to) => {
  const rows = rowsOf(tx)
  for (const row of groupsOf(rows, accountId, from)) {
    rows.change('groups', row, { externalId: to, rev: row.rev + 1 })
  }
}

export const noteSent: typeof real.noteSent = async (_ctx, tx, sends) => {
  const rows = rowsOf(tx)
  for (const { id, at, textAt } of sends) {
    const row = rows.groups.get(id)!
    if (!row.lastSentAt || row.lastSentAt < at) rows.change('groups', row, { lastSentAt: at })
    if (row.status === 'limited' && textAt)
      rows.change('groups', row, { status: 'active', code: null })
  }
}
