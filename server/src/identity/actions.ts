import type { Session } from '@carillon/contract/users'
import type { Caller, Context, Reading, Tx, UserContext } from '../platform/context.ts'
import { after, minutes } from '../platform/clock.ts'
import { accountDeleted, AppError, notFound } from '../platform/errors.ts'
import { NEWS_CHANNEL, type News } from '../platform/news/news.ts'
import type { Listener } from '../platform/news/listener.ts'
import { deviceWords } from './devices.ts'
import type { Issuer, Verified } from './port.ts'
import { ownIssuer } from './embedded/issuer.ts'
import { openEmbedded, type Embedded } from './embedded/service.ts'
import { confirmDeletion } from './embedded/session.ts'
import { remoteIssuer } from './remote/issuer.ts'
import { presetOf } from './remote/presets.ts'
import * as store from './store.ts'

declare module '../platform/news/news.ts' {
  interface NewsKinds {
    'user.deleted': true
    /** `id` is the session's, or the user's own when all of them ended. */
    'session.ended': true
  }
}

/** How long ago a sign-in at a hosted service may be to prove that the person is there. */
const FRESH_MS = minutes(10)

export type Identity = {
  /** The identity service in this server; undefined when a hosted one issues the tokens. */
  embedded: Embedded | undefined
  /**
   * Who calls, by the request's bearer token. Throws `unauthenticated` in words. `anew` asks the database
   * whether the session still lives, also when it did a moment ago.
   */
  authenticate(
    request: { headers: { authorization?: string | undefined } },
    options?: { anew: boolean },
  ): Promise<Caller>
  /** The same for a token that came another way, with its times. */
  verifyToken(token: string): Promise<Verified>
  /**
   * Makes sure that it is the person, not only a token of theirs, who deletes the account: by the password,
   * or, where a hosted service knows that, by a sign-in within the last minutes. Throws in words.
   */
  confirmDeletion(caller: Caller, password: string | undefined): Promise<void>
  close(): void
}

type Users = {
  /** Has the last word on a verified token: it may refuse it, and makes the profile of a new person. */
  admit: (verified: Verified) => Promise<void>
  /** Whether the user has deleted the account within the last day. */
  hasLeft: (userId: string) => Promise<boolean>
}

/**
 * Opens the identity service, and what checks bearer tokens. A session that another process ends is refused here at
 * once if there is a listener, and within 5 seconds if there is none.
 */
export async function openIdentity(
  ctx: Context,
  { admit, hasLeft, listener }: { listener?: Listener } & Users,
): Promise<Identity> {
  const embedded = ctx.config.auth.issuer === 'embedded' ? await openEmbedded(ctx) : undefined
  const issuer: Issuer = embedded ? ownIssuer(ctx) : remoteIssuer(ctx, presetOf(ctx.config))

  const stops = [
    listener?.on(NEWS_CHANNEL, (payload) => {
      const { kind, userId } = JSON.parse(payload) as News
      if (kind === 'session.ended' || kind === 'user.deleted') ctx.admissions.forget(userId)
    }),
    // Sessions may have ended while nobody listened.
    listener?.onConnected(() => ctx.admissions.forgetAll()),
  ]

  async function verifyToken(token: string): Promise<Verified> {
    const verified = await issuer.verify(token)
    await ctx.admissions.once(verified, async () => {
      const caller = await issuer.current(verified)
      if (!caller) {
        if (await hasLeft(verified.caller.id)) throw accountDeleted()
        throw new AppError('unauthenticated', 'You were signed out. Sign in again to go on.')
      }
      await admit({ ...verified, caller })
    })
    return verified
  }

  return {
    embedded,
    async authenticate({ headers }, options) {
      const [, token] = /^Bearer ([\w.~+/=-]+)$/i.exec(headers.authorization ?? '') ?? []
      if (!token) throw new AppError('unauthenticated', 'Sign in to go on.')
      const { caller } = await verifyToken(token)
      if (!options?.anew) return caller
      ctx.admissions.forget(caller.id)
      return (await verifyToken(token)).caller
    },
    verifyToken,
    async confirmDeletion(caller, password) {
      if (embedded) return confirmDeletion(embedded, caller.id, password)
      if (caller.signedInAt && after(caller.signedInAt, FRESH_MS) > ctx.clock.now()) return
      throw new AppError(
        'forbidden',
        'To delete your account, sign out, sign in again, and delete it within 10 minutes.',
      )
    },
    close() {
      for (const stop of stops) stop?.()
    },
  }
}

/** Ends all sessions of a person; tokens of hosted issuers end by `users.tokens_valid_after`. */
export async function endSessions(tx: Tx, userId: string): Promise<void> {
  await store.deleteSessions(tx, userId)
  await tx.publish({ kind: 'session.ended', userId, id: userId, rev: 0 })
}

/** Where the caller is signed in, this place first; a hosted issuer's sessions are not known here. */
export async function listSessions(ctx: UserContext): Promise<Session[]> {
  const { id: userId, sessionId } = ctx.user
  const rows = await store.findLiveSessions(ctx, userId, ctx.clock.now())
  return rows
    .map((row) => ({
      id: row.id,
      device: deviceWords(row.userAgent),
      address: row.ipAddress || null,
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      current: row.id === sessionId,
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current))
}

/** Ends one of the caller's sessions: its tokens count no more, and its pages are closed. */
export async function endSession(ctx: UserContext, id: string): Promise<void> {
  const userId = ctx.user.id
  await ctx.transaction(async (tx) => {
    if (!(await store.deleteSession(tx, userId, id))) throw notFound('session')
    await tx.publish({ kind: 'session.ended', userId, id, rev: 0 })
  })
  ctx.admissions.forget(userId)
}

/** Deletes the sessions that have run out; nobody could use them any more. */
export const forgetSessions = (ctx: Context): Promise<void> =>
  ctx.transaction((tx) => store.deleteExpiredSessions(tx, ctx.clock.now()))

/** How a person signs in, for their export: no password, token or code. */
export const exportIdentity = (ctx: Reading, userId: string) => store.findSessions(ctx, userId)

/** Forgets a person: sessions, password, codes. What a hosted issuer holds is for the person to delete there. */
export async function deleteIdentity(tx: Tx, userId: string): Promise<void> {
  await store.deleteUser(tx, userId)
  await tx.publish({ kind: 'user.deleted', userId, id: userId, rev: 0 })
}
