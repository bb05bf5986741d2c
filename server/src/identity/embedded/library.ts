import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth } from 'better-auth'
import { jwt } from 'better-auth/plugins/jwt'
import { PASSWORD_MAX } from '@carillon/contract/wire'
import { seconds } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { AuthSecrets } from '../../platform/setting-readers.ts'
import { hashPassword, verifyPassword } from './argon2id.ts'
import { originsOf } from './origins.ts'

/** Where the identity service answers; its cookies are sent nowhere else. */
export const BASE_PATH = '/api/auth'

/** Who tokens are for. */
export const AUDIENCE = 'carillon'

/** Our own header for the visitor's address: what a client sends under another name is not passed on. */
export const ADDRESS_HEADER = 'x-carillon-address'

/** Life of a token, in seconds: how long a stolen one is good where its session cannot be asked. */
const TOKEN_SECONDS = 900

const DAY_SECONDS = 86_400

/** What the library did in one call, and what must follow after the call has succeeded. */
export type Afterwards = {
  /** Sign-up met an account with this address. */
  known?: { verified: boolean }
  /** The hash of the password that was set or would have been. */
  hash?: string
  endedSessions: { id: string; userId: string }[]
}

export const afterwards = new AsyncLocalStorage<Afterwards>()

export type Library = ReturnType<typeof openLibrary>

/**
 * better-auth, set to what we use of it: e-mail and password, sessions, signed tokens; mailed codes are
 * ours. It sees only requests that we make, so its other paths are out of reach.
 */
export function openLibrary(ctx: Context, secrets: AuthSecrets) {
  const { config, clock, log, ids, random } = ctx

  return betterAuth({
    appName: 'Carillon',
    baseURL: config.publicUrl,
    basePath: BASE_PATH,
    trustedOrigins: originsOf(config),
    secrets: [...secrets],
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      // Its other log lines contain SQL statements with their values, such as addresses and hashes.
      log: (level, message, ...rest) => {
        const failure = rest.find((one) => one instanceof Error)
        log.warn({ reason: failure?.name ?? level }, `The identity service: ${firstLine(message)}`)
      },
    },
    // Failures that are not answers reach our own error handler, which knows a lost database.
    onAPIError: { throw: true },
    database: { db: ctx.db, type: 'postgres', transaction: true },
    user: { modelName: 'authUser' },
    session: {
      modelName: 'authSession',
      expiresIn: 30 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      // A cached session would outlive its end.
      cookieCache: { enabled: false },
    },
    account: { modelName: 'authAccount' },
    verification: { modelName: 'authVerification' },
    advanced: {
      cookiePrefix: 'carillon',
      defaultCookieAttributes: { path: BASE_PATH, sameSite: 'lax', httpOnly: true },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // Said out loud because the library leaves these checks out when it believes to be tested.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      database: { generateId: () => ids.next() },
    },
    // Ours count by address and network, slide with our clock and are the same on every machine.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: config.auth.passwordMinLength,
      maxPasswordLength: PASSWORD_MAX,
      requireEmailVerification: config.auth.emailVerification,
      autoSignIn: !config.auth.emailVerification,
      password: {
        async hash(password) {
          const hash = await hashPassword(password, random)
          note({ hash })
          return hash
        },
        verify: ({ hash, password }) => verifyPassword(password, hash),
      },
      onExistingUserSignUp: async ({ user }) => note({ known: { verified: user.emailVerified } }),
    },
    emailVerification: { autoSignInAfterVerification: true },
    databaseHooks: {
      session: {
        delete: {
          after: async ({ id, userId }) => {
            afterwards.getStore()?.endedSessions.push({ id, userId })
          },
        },
      },
    },
    plugins: [
      jwt({
        disableSettingJwtHeader: true,
        schema: { jwks: { modelName: 'authJwks' } },
        jwks: {
          keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' },
          rotationInterval: 90 * DAY_SECONDS,
          gracePeriod: DAY_SECONDS,
        },
        jwt: {
          issuer: config.publicUrl,
          audience: AUDIENCE,
          definePayload({ user, session }) {
            const iat = Math.floor(clock.now().getTime() / seconds(1))
            return {
              iat,
              exp: iat + TOKEN_SECONDS,
              sid: session.id,
              email: user.email,
              email_verified: user.emailVerified,
              name: user.name,
              picture: user.image ?? undefined,
            }
          },
        },
      }),
    ],
  })
}

const note = (found: Partial<Afterwards>) => {
  const store = afterwards.getStore()
  if (store) Object.assign(store, found)
}

const firstLine = (text: string) => text.split('\n')[0]?.slice(0, 200) ?? ''
