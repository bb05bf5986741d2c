import type { z } from 'zod'

/** A refusal of Stripe: its status, and the `error` of its body. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly error: { type: string; message: string; code?: string; param?: string }

  constructor(status: number, error: StripeRefusal['error']) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

type Details = { code?: string; param?: string }

export const badRequest = (message: string, details: Details = {}, status = 400) =>
  new StripeRefusal(status, { type: 'invalid_request_error', message, ...details })

/** A path that names nothing is 404, a parameter that does is 400. */
export const missing = (noun: string, id: string, param = 'id', status = 404) =>
  badRequest(`No such ${noun}: '${id}'`, { code: 'resource_missing', param }, status)

/** Reads the parameters, and refuses the first that is missing, wrong or not known, as Stripe does. */
export function parse<T extends z.ZodType>(schema: T, given: unknown): z.output<T> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const param = nameOf([
    ...(issue?.path ?? []),
    ...(issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []),
  ])
  if (issue?.code === 'unrecognized_keys') {
    throw badRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  if (issue?.code === 'invalid_type' && issue.input === undefined) {
    throw badRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  throw badRequest(`Invalid ${param}: ${issue?.message ?? 'wrong'}`, { param })
}

const nameOf = ([first, ...rest]: PropertyKey[]) =>
  `${String(first ?? '')}${rest.map((part) => `[${String(part)}]`).join('')}`
