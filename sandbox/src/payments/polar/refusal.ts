import { z } from 'zod'

/** A refusal of Polar: its status and body. */
export class PolarRefusal extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(`Polar refuses with ${status}.`)
    this.status = status
    this.body = body
  }
}

export const notFound = () =>
  new PolarRefusal(404, { error: 'ResourceNotFound', detail: 'Not found' })

/** A value that has the right shape and still cannot be. */
export const badValue = (loc: (string | number)[], msg: string, input: unknown) =>
  new PolarRefusal(422, { detail: [{ type: 'value_error', loc, msg, input }] })

/** Parses a request, and refuses missing, wrong and unknown fields, each with its path. */
export function parse<T extends z.ZodType>(
  schema: T,
  given: unknown,
  where: 'body' | 'query' | 'path',
): z.output<T> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const detail = parsed.error.issues.map((issue) => ({
    type: typeOf(issue),
    loc: [where, ...issue.path],
    msg: issue.message,
    input: valueAt(given, issue.path),
  }))
  throw new PolarRefusal(422, { detail })
}

const Id = z.object({ id: z.uuid() })

export const idIn = (params: unknown): string => parse(Id, params, 'path').id

function typeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'extra_forbidden'
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'missing'
  return issue.code === 'invalid_type' ? `${issue.expected}_type` : 'value_error'
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  let value = given
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value ?? null
}
