import { createHash } from 'node:crypto'
import { after } from '../platform/clock.ts'
import type { Context, Tx } from '../platform/context.ts'
import { hasProved, isProved, prove } from './chats-store.ts'
import { publishConnections } from './news.ts'
import { setNote } from './store.ts'
import { CODE_BYTES, PAIRING_MS, type CodeRefusal } from './link-code-rules.ts'
import * as store from './link-codes-store.ts'
import { codeRefusalWords } from './words.ts'

/** Makes a new code for a connection; the one before is good no more. */
export async function issueCode(ctx: Context, tx: Tx, connectionId: string): Promise<void> {
  const code = ctx.random.bytes(CODE_BYTES).toString('base64url')
  const expiresAt = after(ctx.clock.now(), PAIRING_MS)
  const sealed = ctx.secrets.seal(code, placeOf(connectionId))
  await store.replace(tx, ctx.clock.now(), { hash: hashOf(code), connectionId, expiresAt }, sealed)
}

/** Makes a code that opens the own chat of the user of a connection. */
export async function issueOwnCode(ctx: Context, tx: Tx, connectionId: string) {
  const code = ctx.random.bytes(CODE_BYTES).toString('base64url')
  const expiresAt = after(ctx.clock.now(), PAIRING_MS)
  await store.addOwn(tx, { hash: hashOf(code), connectionId, expiresAt })
  return { code, expiresAt }
}

/** The connection whose user opened their own chat with this code, and whether it was still valid; undefined for an unknown code. */
export const takeOwnCode = (
  ctx: Context,
  tx: Tx,
  accountId: string,
  code: string,
): ReturnType<typeof store.takeOwn> => store.takeOwn(tx, ctx.clock.now(), accountId, hashOf(code))

export const withdrawCode = (tx: Tx, connectionId: string) => store.withdraw(tx, connectionId)

/** The code of the link on the user's screen; undefined if our keys cannot open it any more: the user makes a new one. */
export function openCode(ctx: Context, connectionId: string, sealed: Buffer): string | undefined {
  try {
    return ctx.secrets.open(sealed, placeOf(connectionId))
  } catch {
    return undefined
  }
}

/**
 * Whom a code that was posted in a chat belongs to, and why it is not good any more. Whoever used it may
 * use it for further chats: its text stays readable where it was posted, so nobody else may. Nothing for a
 * code of nobody, and for one that proved this very chat: networks tell some things twice.
 */
export async function findCode(
  ctx: Context,
  accountId: string,
  code: string,
  { externalId, personId }: { externalId: string; personId: string },
): Promise<(store.CodeRow & { refusal?: CodeRefusal }) | undefined> {
  const row = await store.find(ctx, accountId, hashOf(code))
  if (!row) return undefined
  if (row.usedAt) {
    if (await isProved(ctx, row.connectionId, externalId)) return undefined
    if (!(await hasProved(ctx, row.connectionId, personId))) return { ...row, refusal: 'used' }
  }
  return row.expiresAt <= ctx.clock.now() ? { ...row, refusal: 'expired' } : row
}

/** Says on the user's page why their code was not taken; in the chat nothing is said. */
export async function refuseCode(
  ctx: Context,
  tx: Tx,
  connectionId: string,
  refusal: CodeRefusal,
  title: string,
): Promise<void> {
  await setNote(tx, connectionId, codeRefusalWords(refusal, title))
  await publishConnections(ctx, tx, [connectionId])
}

/**
 * An admin posted the code: the chat, which is known by now, is the user's to choose from now on. False
 * when the code has expired or was used by somebody else meanwhile.
 */
export async function useCode(
  ctx: Context,
  tx: Tx,
  code: string,
  claim: store.CodeRow,
  externalId: string,
  adminId: string,
): Promise<boolean> {
  const now = ctx.clock.now()
  const { connectionId } = claim
  const isFirst = await store.use(tx, now, connectionId, hashOf(code))
  if (!isFirst) {
    const isGood = await store.isGood(tx, now, hashOf(code))
    if (!isGood || !(await hasProved(tx, connectionId, adminId))) return false
  }
  await prove(tx, now, holderOf(claim), externalId, adminId)
  await publishConnections(ctx, tx, [connectionId])
  return true
}

/** The connection of a code, as one that sees chats. */
export const holderOf = ({ connectionId, accountId, shared }: store.CodeRow) => ({
  id: connectionId,
  accountId,
  shared,
  // A code whose user has not shown the current token is not found.
  tokenShown: true,
})

const hashOf = (code: string) => createHash('sha256').update(code).digest()

const placeOf = (connectionId: string) => `connections.pairing_code:${connectionId}`
