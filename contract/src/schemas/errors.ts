import { z } from 'zod'
import { errorStatus, type ErrorCode } from '../errors.ts'

/** One problem of one field: `path` is the path of the field in the request, e.g. `schedule.rule.at`. */
export const FieldProblem = z.object({ path: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof FieldProblem>

/**
 * The body of every answer that is not a success.
 * - `details` lists the fields of `invalid`.
 * - `current` is the current state after an old `rev` (`conflict`), and of what was created from the same form before;
 *   `attempt` is the attempt that created it.
 * - `resource` and `feature` name what the tier does not allow; `limit` names the limit of the server.
 * - `reason` tells exactly why an identity call was refused, and that the account was deleted.
 */
export const ErrorBody = z.object({
  error: z.object({
    code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    details: z.array(FieldProblem).optional(),
    current: z.unknown().optional(),
    attempt: z.string().optional(),
    resource: z.string().optional(),
    feature: z.string().optional(),
    limit: z.string().optional(),
    reason: z.string().optional(),
  }),
})
export type ErrorBody = z.infer<typeof ErrorBody>
