import type { Endpoint } from '@carillon/contract/endpoint'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { after, days } from '../clock.ts'
import type { Context, Tx, UserContext } from '../context.ts'
import { AppError } from '../errors.ts'

/** Longest key a client may choose, in characters. */
const KEY_MAX = 200

/** How long an answer is kept: no client repeats a call for longer. */
const KEPT_MS = days(2)

/** More than a call adds: also who had too many before there was a limit comes down to it. */
const FORGOTTEN_AT_ONCE = 100

export type Answer = { status: number; body: unknown }

type Claim = { key: string; hash: string }

/** Whether a call can be given a key: what it does may be done once only. An upload that is repeated changes nothing. */
export const takesKey = ({ auth, method, bytes }: Endpoint): boolean =>
  auth === 'user' && (method === 'POST' || (method === 'PUT' && !bytes))

/**
 * Runs a call at most once for a client's `Idempotency-Key`. The key is written in the very transaction
 * of the action, so the two are true together; the same key again answers what the first call answered.
 */
export async function runOnce(
  ctx: UserContext,
  key: string,
  request: unknown,
  run: (ctx: UserContext) => Promise<Answer>,
): Promise<Answer> {
  if (key.length > KEY_MAX) {
    throw new AppError('invalid', `An Idempotency-Key has at most ${KEY_MAX} characters.`)
  }
  const claim = { key, hash: createHash('sha256').update(JSON.stringify(request)).digest('hex') }
  const before = await answered(ctx, claim)
  if (before) return before

  const answer = await run({ ...ctx, transaction: claiming(ctx, claim) })
  await keep(ctx, key, answer)
  return answer
}

/** Keeps an answer, and forgets the oldest ones of a user who has too many. */
async function keep(
  { db, user, config }: UserContext,
  key: string,
  { status, body }: Answer,
): Promise<void> {
  await sql`
    with forgotten as (
      delete from idempotency_keys
      where user_id = ${user.id} and key = any(array(
        select key from idempotency_keys
        where user_id = ${user.id} and created_at < (
          select created_at from idempotency_keys where user_id = ${user.id}
          order by created_at desc offset ${config.limits.idempotencyAnswers - 1} limit 1)
        order by created_at limit ${FORGOTTEN_AT_ONCE})))
    update idempotency_keys set status = ${status}, body = ${JSON.stringify(body)}
    where user_id = ${user.id} and key = ${key}`.execute(db)
}

/** What the key was answered before; throws when it belongs to another request, or its answer was lost. */
async function answered(ctx: UserContext, claim: Claim): Promise<Answer | undefined> {
  const { rows } = await sql<{ requestHash: string; status: number | null; body: unknown }>`
    select request_hash, status, body from idempotency_keys
    where user_id = ${ctx.user.id} and key = ${claim.key}`.execute(ctx.db)
  const row = rows[0]
  if (!row) return undefined
  if (row.requestHash !== claim.hash) {
    throw new AppError('conflict', 'This Idempotency-Key was used for a different request.')
  }
  if (row.status === null) throw alreadyDone()
  return { status: row.status, body: row.body }
}

/** `ctx.transaction` whose first transaction also takes the key; of two at once the second waits, then is refused. */
function claiming(ctx: UserContext, claim: Claim): UserContext['transaction'] {
  let claimed = false
  const transaction: UserContext['transaction'] = async (work) => {
    const result = await ctx.transaction(async (tx: Tx) => {
      if (!claimed) {
        const { numAffectedRows } = await sql`
          insert into idempotency_keys (user_id, key, request_hash, created_at)
          values (${ctx.user.id}, ${claim.key}, ${claim.hash}, ${ctx.clock.now()})
          on conflict do nothing`.execute(tx.db)
        if (numAffectedRows === 0n) throw alreadyDone()
      }
      return work(tx)
    })
    // Only now: a transaction that is tried again must take the key again.
    claimed = true
    return result
  }
  unclaimed.set(transaction, ctx.transaction)
  return transaction
}

const unclaimed = new WeakMap<Context['transaction'], Context['transaction']>()

/**
 * The same context, whose transactions take no `Idempotency-Key`: for work that may fail after a first transaction,
 * and that may be done again. A key that it had taken would be spent, and nothing done.
 */
export function withoutKey<C extends Context>(ctx: C): C {
  const transaction = unclaimed.get(ctx.transaction)
  return transaction ? { ...ctx, transaction } : ctx
}

/** Forgets answers that nobody asks for any more. */
export async function forgetAnswers(ctx: Context): Promise<void> {
  const before = after(ctx.clock.now(), -KEPT_MS)
  await sql`delete from idempotency_keys where created_at < ${before}`.execute(ctx.db)
}

const alreadyDone = () =>
  new AppError('already_done', 'This was already done. Look at the result before you do it again.')
