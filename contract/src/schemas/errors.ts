import { z } from 'zod'
import { errorStatus, type ErrorCode } from '../errors.ts'

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
