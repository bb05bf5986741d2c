export type { FieldProblem, ErrorBody } from './schemas/errors.ts'

/** Every error code on the wire and the HTTP status that carries it. */
export const errorStatus = {
  invalid: 400,
  unauthenticated: 401,
  upgrade_required: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  already_done: 409,
  limit_reached: 409,
  too_large: 413,
  unsupported: 415,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** What each code means to a program, for the documentation. */
export const errorMeaning: Readonly<Record<ErrorCode, string>> = {
  invalid: 'The request is not as it must be; `details` says what is wrong with which field.',
  unauthenticated: 'The token is missing, has expired or was revoked: get another, or sign in.',
  upgrade_required: 'The tier does not include this; `feature` names it.',
  forbidden: 'No user may do this.',
  not_found: 'There is no such thing, or it belongs to somebody else.',
  conflict: 'Its state does not allow this; after an old `rev`, `current` is what it is now.',
  already_done:
    'A call with this `Idempotency-Key` was done, and its answer is no longer stored: read the thing that it changed.',
  limit_reached:
    'The limit of these is reached: `resource` names what the tier limits, `limit` what this server limits.',
  too_large: 'This is larger than the server accepts.',
  unsupported: 'The body, or the file in it, is of a kind that is not accepted.',
  unprocessable: 'The file is of a kind that is accepted, and damaged or too large to be unpacked.',
  rate_limited: 'Too many requests; `Retry-After` says for how many seconds to wait.',
  internal: 'Something went wrong on our side; nothing was changed.',
  unavailable: 'Something the server needs is down; nothing was changed, try again in a moment.',
}
