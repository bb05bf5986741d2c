import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { fromEpoch, seconds } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Caller } from '../../platform/context.ts'
import { textOf } from '../rules.ts'

/** A hosted identity service: what its tokens must say, where its keys are, and how it names people. */
export type Preset = {
  issuer: string
  audience: string
  keys: URL
  /** Asymmetric ones only: with a shared secret whoever can check a token can also make one. */
  algorithms: string[]
  caller(payload: JWTPayload): Caller
}

/** Source: Firebase's "Verify ID tokens using a third-party JWT library". */
export const firebase = (
  projectId: string,
  keys = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
): Preset => ({
  issuer: `https://securetoken.google.com/${projectId}`,
  audience: projectId,
  keys: new URL(keys),
  algorithms: ['RS256'],
  caller: (payload) => ({
    id: payload.sub ?? '',
    email: textOf(payload['email']),
    name: textOf(payload['name']),
    picture: textOf(payload['picture']),
    sessionId: null,
    signedInAt: atSecond(payload['auth_time']),
  }),
})

/** Source: Supabase's "JWT signing keys". Projects that still sign with the old shared secret are refused. */
export const supabase = (url: string): Preset => {
  const issuer = `${url.replace(/\/$/, '')}/auth/v1`
  return {
    issuer,
    audience: 'authenticated',
    keys: new URL(`${issuer}/.well-known/jwks.json`),
    algorithms: ['ES256', 'RS256', 'EdDSA'],
    caller(payload) {
      const profile = (payload['user_metadata'] ?? {}) as Record<string, unknown>
      return {
        id: payload.sub ?? '',
        email: textOf(payload['email']),
        name: textOf(profile['full_name']) ?? textOf(profile['name']),
        picture: textOf(profile['avatar_url']) ?? textOf(profile['picture']),
        sessionId: textOf(payload['session_id']),
        signedInAt: atSecond(newestMethod(payload['amr'])),
      }
    },
  }
}

/** A Supabase session lists each way its user has signed in, with a time. Returns the latest time, in seconds. */
function newestMethod(methods: unknown): number | undefined {
  const known = Methods.safeParse(methods).data ?? []
  return known.length > 0 ? Math.max(...known.map(({ timestamp }) => timestamp)) : undefined
}

const Methods = z.array(z.object({ timestamp: z.number() }))

const atSecond = (claim: unknown): Date | undefined =>
  typeof claim === 'number' ? fromEpoch(seconds(claim)) : undefined

/** The preset that the settings name. */
export function presetOf({ auth }: Config): Preset {
  if (auth.issuer === 'firebase') return firebase(auth.firebase.projectId ?? '')
  return supabase(auth.supabase.url ?? '')
}
