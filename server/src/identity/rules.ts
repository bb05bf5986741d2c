import { errors, type JWTPayload } from 'jose'
import { fromEpoch, seconds, type Clock } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'
import type { Verified } from './port.ts'

/** How long a checked session is believed, in milliseconds: the most that another process's sign-out lags. */
const ADMITTED_MS = seconds(5)

/** Sessions remembered at once; one costs some 200 bytes. */
const ADMISSIONS_MAX = 10_000

/** Who was let in within the last seconds, so that a burst of calls asks the database once. */
export type Admissions = {
  /** Runs `ask` unless it let the same session in just now; calls at the same time share it. */
  once(who: Verified, ask: () => Promise<void>): Promise<void>
  /** The next call of this person is asked about again. */
  forget(userId: string): void
  /** The next call of everybody is. */
  forgetAll(): void
}

export function admissions(clock: Clock): Admissions {
  const admitted = new Map<string, { userId: string; until: number; asked: Promise<void> }>()

  return {
    once({ caller, issuedAt }, ask) {
      const key = `${caller.id} ${caller.sessionId ?? issuedAt.getTime()}`
      const now = clock.now().getTime()
      const known = admitted.get(key)
      if (known && known.until > now) return known.asked

      const entry = { userId: caller.id, until: now + ADMITTED_MS, asked: ask() }
      admitted.delete(key)
      admitted.set(key, entry)
      entry.asked.catch(() => {
        if (admitted.get(key) === entry) admitted.delete(key)
      })
      const [oldest] = admitted.keys()
      if (admitted.size > ADMISSIONS_MAX && oldest) admitted.delete(oldest)
      return entry.asked
    },
    forget(userId) {
      for (const [key, entry] of admitted) if (entry.userId === userId) admitted.delete(key)
    },
    forgetAll: () => admitted.clear(),
  }
}

declare module '../platform/context.ts' {
  interface Context {
    readonly admissions: Admissions
  }
}

/** Turns what the check of a token threw into words; passes on what is not the token's fault. Throws always. */
export function refused(error: unknown): never {
  if (error instanceof errors.JWTExpired) {
    throw new AppError('unauthenticated', 'Your sign-in has run out. Sign in again to go on.')
  }
  if (error instanceof errors.JOSEError) {
    throw new AppError('unauthenticated', 'This sign-in is not valid. Sign in again to go on.')
  }
  throw error
}

/** When a token was issued and when it ends; jose has made sure that both are there. */
export const timesOf = ({ iat = 0, exp = 0 }: JWTPayload) => ({
  issuedAt: fromEpoch(seconds(iat)),
  expiresAt: fromEpoch(seconds(exp)),
})

/** A claim that is a text and says something. */
export const textOf = (claim: unknown): string | null =>
  typeof claim === 'string' && claim !== '' ? claim : null
