import { z } from 'zod'

/** Every error code on the wire and the HTTP status that carries it. */
export const errorStatus = {
  invalid: 400,
  unauthenticated: 401,
  upgrade_required: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  limit_reached: 409,
  too_large: 413,
  unsupported: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** What each code means to a program, for the documentation. */
export const errorMeaning: Readonly<Record<ErrorCode, string>> = {
  invalid: 'The request is not as it must be; `details` says what is wrong with which field.',
  unauthenticated: 'The token is missing, has run out or was ended: get another, or sign in.',
  upgrade_required: 'The tier does not include this; `feature` names it.',
  forbidden: 'This is not allowed, whoever asks.',
  not_found: 'There is no such thing, or it belongs to somebody else.',
  conflict: 'Its state does not allow this; after an old `rev`, `current` is what it is now.',
  limit_reached:
    'There is room for no more of these: `resource` names what the tier limits, `limit` what this server does.',
  too_large: 'This is larger than the server accepts.',
  unsupported: 'The body is of a kind that is not accepted.',
  rate_limited: 'Too many requests; `Retry-After` says for how many seconds to wait.',
  internal: 'Something went wrong on our side; nothing was changed.',
  unavailable: 'Something the server needs is down; nothing was changed, try again in a moment.',
}

/** One problem of one field: `path` is the field's place in the request, e.g. `schedule.rule.at`. */
export const FieldProblem = z.object({ path: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof FieldProblem>

/**
 * The body of every answer that is not a success. `details` lists fields for `invalid`; `current` is
 * the present state after a stale PUT (`conflict`); `resource` and `feature` name what a tier withholds,
 * `limit` which limit of the server was reached;
 * `reason` says more closely why an identity call was refused.
 */
export const ErrorBody = z.object({
  error: z.object({
    code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    details: z.array(FieldProblem).optional(),
    current: z.unknown().optional(),
    resource: z.string().optional(),
    feature: z.string().optional(),
    limit: z.string().optional(),
    reason: z.string().optional(),
  }),
})
export type ErrorBody = z.infer<typeof ErrorBody>
