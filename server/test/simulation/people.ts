import type { Schedule } from '@carillon/contract/schedule'
import { loseAccount } from '../../src/accounts/actions.ts'
import {
  clearSchedule,
  lockSchedule,
  planNow,
  setSchedule,
  stopSending,
} from '../../src/planning/actions.ts'
import type { Context, Tx } from '../../src/platform/context.ts'
import { rowsOf } from './rows.ts'
import type { SourceRow } from './source.ts'

type Owner = { source: 'message'; sourceId: string; userId: string }
const owner = ({ id, userId }: SourceRow): Owner => ({ source: 'message', sourceId: id, userId })

/** What people do while things are sent, as the product's pages do it: each a transaction. */
export const people = {
  /** Sets when a source goes out: so many minutes from the next full one. */
  schedule: (ctx: Context, source: SourceRow, inMinutes: number) =>
    changing(ctx, source, async (tx) => {
      const from = ctx.clock.now()
      const minute = Math.floor(from.getTime() / 60_000) + 1 + inMinutes
      const at = new Date(minute * 60_000).toISOString().slice(0, 16)
      const spec: Schedule = { timeZone: 'UTC', rule: { kind: 'once', at } }
      save(tx, source, { status: 'active', poisoned: null })
      await setSchedule(ctx, tx, { ...owner(source), spec, from })
    }),
  sendNow: (ctx: Context, source: SourceRow) =>
    changing(ctx, source, async (tx) => {
      if (rowsOf(tx).sources.get(source.id)!.poison) return
      await clearSchedule(ctx, tx, owner(source))
      await planNow(ctx, tx, owner(source))
    }),
  stop: (ctx: Context, source: SourceRow, status: 'paused' | 'canceled') =>
    changing(ctx, source, async (tx) => {
      await stopSending(ctx, tx, owner(source), status)
      await clearSchedule(ctx, tx, owner(source))
      save(tx, source, { status })
    }),
  mute: (ctx: Context, groupId: string, muted: boolean) =>
    ctx.transaction(async (tx) => {
      const rows = rowsOf(tx)
      const row = rows.groups.get(groupId)!
      if (row.status !== 'active' && row.status !== 'muted') return
      rows.change('groups', row, { muted, status: muted ? 'muted' : 'active', rev: row.rev + 1 })
      // Its admins call it something else; what is on its way still says the name that it had.
      rows.change('groups', row, { title: `${row.title}!` })
    }),
  /** The group is back, or its account is connected again. */
  mend: (ctx: Context, accountId: string) =>
    ctx.transaction(async (tx) => {
      const rows = rowsOf(tx)
      rows.change('accounts', rows.accounts.get(accountId)!, { status: 'connected', reason: null })
      await tx.wake('accounts', accountId)
    }),
  /** The network said so, without a message being sent. */
  revoke: (ctx: Context, accountId: string) =>
    ctx.transaction((tx) => loseAccount(ctx, tx, accountId, 'unauthorized', 'It was revoked.')),
  /** The connection of an account goes down, or is back. */
  connect: (ctx: Context, accountId: string, status: 'connected' | 'reconnecting') =>
    ctx.transaction(async (tx) => {
      const rows = rowsOf(tx)
      const row = rows.accounts.get(accountId)!
      if (row.status !== 'connected' && row.status !== 'reconnecting') return
      rows.change('accounts', row, { status })
      await tx.wake('accounts', accountId)
    }),
}

function changing(ctx: Context, source: SourceRow, change: (tx: Tx) => Promise<void>) {
  return ctx.transaction(async (tx) => {
    await lockSchedule(tx, owner(source))
    await change(tx)
  })
}

function save(tx: Tx, source: SourceRow, changes: Partial<SourceRow>) {
  const rows = rowsOf(tx)
  rows.change('sources', rows.sources.get(source.id)!, changes)
}
