import * as contract from '@carillon/contract/identity'
import {
  type HandlerResultOf,
  type Endpoint,
  type ParsedOf,
  schemaOf,
} from '@carillon/contract/endpoint'
import { schemas } from '@carillon/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../platform/errors.ts'
import { parseInput } from '../platform/http/route.ts'
import * as address from './embedded/address.ts'
import * as entry from './embedded/entry.ts'
import { refuseForeign } from './embedded/origins.ts'
import * as reset from './embedded/reset.ts'
import { PASSED_ON, type Embedded, type Visitor } from './embedded/service.ts'
import * as session from './embedded/session.ts'

/** Mounts the calls of the identity service in this server; what is not here does not exist. */
export function identityRoutes(http: FastifyInstance, service: Embedded): void {
  const mount = mounter(http, service)

  mount(contract.signUp, ({ body }, visitor) => entry.signUp(service, visitor, body))
  mount(contract.signIn, ({ body }, visitor) => entry.signIn(service, visitor, body))
  mount(contract.verifyEmail, ({ body }, visitor) => entry.verifyEmail(service, visitor, body))

  mount(contract.sendEmailCode, ({ body }, visitor) =>
    finished(entry.sendEmailCode(service, visitor, body.email)),
  )
  mount(contract.requestPasswordReset, ({ body }, visitor) =>
    finished(reset.requestPasswordReset(service, visitor, body.email)),
  )
  mount(contract.resetPassword, ({ body }, visitor) =>
    finished(reset.resetPassword(service, visitor, body)),
  )
  mount(contract.changePassword, ({ body }, visitor) =>
    finished(session.changePassword(service, visitor, body)),
  )

  mount(contract.requestEmailChange, ({ body }, visitor) =>
    finished(address.requestEmailChange(service, visitor, body)),
  )
  mount(contract.changeEmail, ({ body }, visitor) =>
    finished(address.changeEmail(service, visitor, body)),
  )

  mount(contract.getSession, async (_, visitor) => ({
    user: await session.readSession(service, visitor),
  }))
  mount(contract.getToken, async (_, visitor) => ({
    token: await session.issueToken(service, visitor),
  }))
  mount(contract.signOut, (_, visitor) => finished(session.signOut(service, visitor)))
  mount(contract.signOutElsewhere, (_, visitor) =>
    finished(session.signOutElsewhere(service, visitor)),
  )
}

/** For calls that have nothing to tell but that they were done. */
async function finished(work: Promise<void>) {
  await work
  return { done: true as const }
}

/** Mounts an endpoint whose caller is known by a cookie, which no other room ever sees. */
function mounter(http: FastifyInstance, service: Embedded) {
  return <E extends Endpoint>(
    endpoint: E,
    handle: (input: ParsedOf<E>, visitor: Visitor) => Promise<HandlerResultOf<E>>,
  ) =>
    http.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      async handler(request, reply) {
        reply.header('cache-control', 'no-store')
        const visitor: Visitor = {
          address: request.ip,
          headers: Object.fromEntries(
            PASSED_ON.map((name) => [name, oneOf(request.headers[name])]),
          ),
          setCookies(cookies) {
            if (cookies.length > 0) reply.header('set-cookie', cookies)
          },
        }
        if (endpoint.method !== 'GET') refuseForeign(service.ctx.config, visitor)
        const answer = await handle(parse(endpoint, request), visitor)
        // Parsing the answer keeps what the library adds, session tokens above all, off the wire.
        return { data: schemaOf(schemas, endpoint.data).parse(answer) }
      },
    })
}

/** A refused field names its reason too, for the form that shows it. */
function parse<E extends Endpoint>(endpoint: E, request: Parameters<typeof parseInput>[2]) {
  try {
    return parseInput(schemas, endpoint, request)
  } catch (error) {
    const reason = error instanceof AppError && reasons[error.extra.details?.[0]?.path ?? '']
    if (!reason) throw error
    throw new AppError('invalid', error.message, { ...error.extra, reason })
  }
}

const reasons: Record<string, contract.IdentityReason> = {
  email: 'email_invalid',
  password: 'password_refused',
  newPassword: 'password_refused',
  currentPassword: 'credentials',
  otp: 'code_wrong',
}

const oneOf = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header.join(', ') : header
