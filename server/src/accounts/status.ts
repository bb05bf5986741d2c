import type { AccountLostCode } from '../channels/port/sending.ts'
import type { ChannelEvent } from '../channels/port/receiving.ts'
import type { Context, Tx } from '../platform/context.ts'
import { forgetAtChannel, withCredentials } from './credentials.ts'
import { announceReturn, announceAccountChange } from './news.ts'
import { isLive, outageAfter, statusAfterLoss, type AccountStatus } from './rules.ts'
import * as owners from './owners-store.ts'
import * as store from './store.ts'

/**
 * Handles an event of an account: its status is stored here, events of chats go to the watchers. The epoch of the
 * session's owner is checked: an event of a former owner's session says nothing about the current one.
 */
export async function handleEvent(
  ctx: Context,
  { id, epoch }: { id: string; epoch?: number },
  event: ChannelEvent,
  credentials?: string,
): Promise<void> {
  const noteOwned = (note: (tx: Tx) => Promise<void>) =>
    ctx.transaction(async (tx) => {
      if (epoch === undefined || (await owners.lockOwned(tx, { id, epoch }))) await note(tx)
    })
  switch (event.kind) {
    case 'status':
      return noteOwned((tx) => noteStatus(ctx, tx, id, event.status, event.reason, event.until))
    case 'accountLost': {
      const { code, reason } = event
      return noteOwned((tx) => loseAccount(ctx, tx, id, code, reason, credentials))
    }
    case 'receipts':
      return ctx.accountWatcher.receipts(ctx, id, event.counts)
    default:
      return ctx.accountWatcher.chatEvent(ctx, id, event)
  }
}

/** Stores the status of a live account. An account that was lost or forgotten meanwhile stays so. */
export async function noteStatus(
  ctx: Context,
  tx: Tx,
  id: string,
  status: 'connected' | 'reconnecting' | 'restricted',
  reason?: string,
  until: Date | null = null,
): Promise<void> {
  const account = await store.lock(tx, id)
  if (!account?.credentials || !isLive(account.status)) return
  const isSame = account.status === status && account.reason === (reason ?? null)
  const isAnew = status === 'restricted' && until?.getTime() !== account.restrictedUntil?.getTime()
  if (isSame && !isAnew) return
  await setStatus(ctx, tx, account, status, reason ?? null, until)
}

/**
 * The network refuses the account: everybody connected to it learns why, and what to do. `refused`
 * names the credentials that it refused; when they have been replaced meanwhile, nothing was lost.
 */
export async function loseAccount(
  ctx: Context,
  tx: Tx,
  id: string,
  code: AccountLostCode,
  reason: string,
  refused?: string,
): Promise<void> {
  const account = await store.lock(tx, id)
  if (!account?.credentials || !isLive(account.status)) return
  if (refused && withCredentials(ctx, account, account.credentials).credentials !== refused) return
  await setStatus(ctx, tx, account, statusAfterLoss(code), reason)
}

/** Nobody is connected to it any more: its credentials are deleted, and its session closes. */
export async function forgetAccount(ctx: Context, tx: Tx, id: string): Promise<void> {
  const account = await store.lock(tx, id)
  if (!account || account.shared) return
  await forgetAtChannel(ctx, tx, account)
  await store.update(tx, ctx.clock.now(), id, { credentials: null, hookHash: null })
  await setStatus(ctx, tx, account, 'needs_pairing', null)
  // It is no outage if its users have disconnected.
  await store.update(tx, ctx.clock.now(), id, { awayFrom: null, awayUntil: null })
}

/** Deletes the credentials of an account and notifies its users of the reason: they can connect it again. */
export async function giveUpAccount(
  ctx: Context,
  tx: Tx,
  id: string,
  reason: string,
): Promise<void> {
  const account = await store.lock(tx, id)
  if (!account?.credentials || account.shared) return
  await forgetAtChannel(ctx, tx, account)
  await store.update(tx, ctx.clock.now(), id, { credentials: null, hookHash: null })
  await setStatus(ctx, tx, account, 'needs_pairing', reason)
}

/** Removes everything that identifies the bot. The row stays as long as deliveries refer to it. */
export async function eraseAccount(ctx: Context, tx: Tx, id: string): Promise<void> {
  await forgetAccount(ctx, tx, id)
  const nobody = { externalId: `erased:${id}`, identity: '', username: '', name: '' }
  await store.update(tx, ctx.clock.now(), id, nobody)
}

/**
 * Nothing is sent through the account before this instant: a flood wait of the whole account. The owner is woken: it may
 * be another process than the one that got the flood wait.
 */
export async function pauseAccountUntil(
  ctx: Context,
  tx: Tx,
  id: string,
  until: Date,
): Promise<void> {
  await store.pause(tx, ctx.clock.now(), id, until)
  await tx.wake('accounts', id)
}

async function setStatus(
  ctx: Context,
  tx: Tx,
  account: store.AccountRow,
  status: AccountStatus,
  reason: string | null,
  until: Date | null = null,
) {
  const now = ctx.clock.now()
  const outage = outageAfter(account, status, now)
  await store.update(tx, now, account.id, {
    status,
    reason,
    restrictedUntil: status === 'restricted' ? until : null,
    ...outage,
    ...(status === account.status ? {} : { since: now }),
  })
  await announceAccountChange(ctx, tx, account.id)
  if (status === 'connected') {
    if (account.status !== status) await ctx.accountWatcher.connected(ctx, tx, account.id)
    await announceReturn(ctx, tx, account.id, outage)
  }
  if (status === account.status || status === 'connected' || status === 'reconnecting') return
  // Without a reason it was not lost: its users have disconnected.
  if (reason) await ctx.accountWatcher.lost(ctx, tx, { id: account.id, status, reason })
}
