import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { minutes, seconds } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { Issuer } from '../port.ts'
import { refused, timesOf } from '../rules.ts'
import type { Preset } from './presets.ts'

/** How long the issuer's keys are believed, and how soon an unknown key makes us ask again, in milliseconds. */
const KEYS_KEPT_MS = minutes(10)
const KEYS_COOLDOWN_MS = seconds(5)
const KEYS_TIMEOUT_MS = seconds(5)

/** Two clocks are never the same; in seconds. */
const CLOCK_TOLERANCE_S = 5

/** Accepts the tokens of a hosted issuer. Its sessions are its own, so a token is good until it ends. */
export function remoteIssuer(ctx: Context, preset: Preset): Issuer {
  const keys = remoteKeys(ctx, preset.keys)
  return {
    async verify(token) {
      const { payload } = await jwtVerify(token, keys, {
        issuer: preset.issuer,
        audience: preset.audience,
        algorithms: preset.algorithms,
        requiredClaims: ['sub', 'iat', 'exp'],
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: ctx.clock.now(),
      }).catch(refused)
      const caller = preset.caller(payload)
      // Ids become keys of rows. A token whose id is missing or very long is refused.
      if (caller.id === '' || caller.id.length > 128) refused(new errors.JWTInvalid())
      return { caller, ...timesOf(payload) }
    },
    current: async ({ caller }) => caller,
  }
}

function remoteKeys(ctx: Context, address: URL): JWTVerifyGetKey {
  const find = createRemoteJWKSet(address, {
    cacheMaxAge: KEYS_KEPT_MS,
    cooldownDuration: KEYS_COOLDOWN_MS,
    timeoutDuration: KEYS_TIMEOUT_MS,
  })
  return async (header, token) => {
    try {
      return await find(header, token)
    } catch (error) {
      if (isTokensFault(error)) throw error
      ctx.log.warn({ reason: (error as Error).message }, 'The keys of the issuer cannot be read.')
      throw new AppError(
        'unavailable',
        'Sign-in cannot be checked just now. Try again in a moment.',
        {
          retryAfter: 5,
        },
      )
    }
  }
}

const isTokensFault = (error: unknown) =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported
