import * as accounts from '../accounts/actions.ts'
import type { Outcome } from '../channels/port/sending.ts'
import type { Context, Tx } from '../platform/context.ts'
import { endPending } from '../deliveries/actions.ts'
import { noteKeptBack } from './group-rules/store.ts'
import * as store from './store.ts'
import type { Owner } from './store.ts'
import { laneState, type LaneState } from './rules.ts'
import { owning } from './fenced-transaction.ts'
import type { Changed } from '../deliveries/port.ts'

/**
 * Holds due deliveries while the account is disconnected, or fails all of them if it will not come back by
 * itself.
 */
export async function holdOrFail(
  ctx: Context,
  owner: Owner,
  state: LaneState & { kind: 'held' | 'failed' },
  onChanged: (changed: readonly Changed[]) => void,
): Promise<void> {
  if (state.kind === 'failed') return failLane(ctx, owner, state, onChanged)
  const held = await owning(ctx, owner, async (tx) => {
    const ids = await store.hold(tx, ctx.clock.now(), owner.id, state)
    await noteKeptBack(tx, ids)
    return ids.map((id) => ({ id, allEnded: false }))
  })
  onChanged(held)
}

/**
 * Fails everything in the lane of a lost account, also what is not due yet, but for what waits until a later time;
 * `onChanged` is called for each slice.
 * It stops if somebody connects the account again.
 */
async function failLane(
  ctx: Context,
  owner: Owner,
  { code, reason }: Pick<LaneState & { kind: 'failed' }, 'code' | 'reason'>,
  onChanged: (changed: readonly Changed[]) => void,
): Promise<void> {
  const changed = await owning(ctx, owner, async (tx) => {
    if (await isOpen(ctx, tx, owner)) return []
    const ids = await store.findEnding(tx, ctx.clock.now(), owner.id)
    return endPending(tx, ctx.clock.now(), { ids }, { status: 'failed', code, reason })
  })
  if (changed.length === 0) return
  onChanged(changed)
  await failLane(ctx, owner, { code, reason }, onChanged)
}

async function isOpen(ctx: Context, tx: Tx, owner: Owner): Promise<boolean> {
  const account = await accounts.findAccount(tx, owner.id)
  return (
    !!account &&
    ctx.channels.has(account.channel) &&
    laneState(account, { needsSessionToSend: true }).kind !== 'failed'
  )
}

/** Fails everything in a lane after an answer said that the account is lost. */
export async function failLost(
  ctx: Context,
  owner: Owner,
  { code, reason }: Extract<Outcome, { kind: 'accountLost' }>,
  onChanged: (changed: readonly Changed[]) => void,
): Promise<void> {
  const status = code === 'banned' ? 'banned' : 'needs_pairing'
  const state = laneState({ status, reason, pausedUntil: null }, { needsSessionToSend: true })
  if (state.kind === 'failed') await failLane(ctx, owner, state, onChanged)
}
