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

/** One problem of one field: `path` is the field's place in the request, e.g. `schedule.rule.at`. */
export const FieldProblem = z.object({ path: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof FieldProblem>

/**
 * The body of every answer that is not a success. `details` lists fields for `invalid`; `current` is
 * the present state after a stale PUT (`conflict`); `resource` and `feature` name what a tier withholds;
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
    reason: z.string().optional(),
  }),
})
export type ErrorBody = z.infer<typeof ErrorBody>
