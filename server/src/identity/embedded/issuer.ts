import { jwtVerify } from 'jose'
import type { Context } from '../../platform/context.ts'
import type { Issuer } from '../port.ts'
import { refused, textOf, timesOf } from '../rules.ts'
import * as store from '../store.ts'
import { ownKeys } from './keys.ts'
import { AUDIENCE } from './library.ts'

/** Accepts the tokens that our own identity service signs. */
export function ownIssuer(ctx: Context): Issuer {
  const keys = ownKeys(ctx)
  return {
    async verify(token) {
      const { payload } = await jwtVerify(token, keys, {
        issuer: ctx.config.publicUrl,
        audience: AUDIENCE,
        algorithms: ['EdDSA'],
        requiredClaims: ['sub', 'iat', 'exp', 'sid'],
        currentDate: ctx.clock.now(),
      }).catch(refused)
      return {
        caller: {
          id: payload.sub ?? '',
          email: textOf(payload['email']),
          name: textOf(payload['name']),
          picture: textOf(payload['picture']),
          sessionId: textOf(payload['sid']),
        },
        ...timesOf(payload),
      }
    },
    async current({ caller }) {
      const { id, sessionId } = caller
      const email = await store.findSessionEmail(ctx, sessionId ?? '', id, ctx.clock.now())
      return email === undefined ? undefined : { ...caller, email }
    },
  }
}
