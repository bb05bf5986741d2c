import { badRequest } from './refusal.ts'

/** What a request carries: typed values of a JSON body, texts of a query or form, files of a multipart. */
export type Args = Record<string, unknown>

// The readers below do what the real server does with a wrong value: mostly, take it for absent.

export function textOf(args: Args, name: string): string {
  const value = args[name]
  if (typeof value === 'string') return value
  if (typeof value === 'number') return `${value}`
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

export function integerOf(args: Args, name: string, otherwise: number): number {
  const text = textOf(args, name)
  const digits = /^\s*([-+]?\d+)/.exec(text)
  return digits ? Number(digits[1]) : text === '' ? otherwise : 0
}

export const clampedOf = (args: Args, name: string, otherwise: number, min: number, max: number) =>
  Math.min(max, Math.max(min, integerOf(args, name, otherwise)))

export const flagOf = (args: Args, name: string): boolean =>
  args[name] === true || ['true', 'yes', '1'].includes(textOf(args, name).toLowerCase())

/** A JSON-serialized parameter; `problem` is the real server's text for one that does not parse. */
export function jsonOf(args: Args, name: string, problem: string): unknown {
  const value = args[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    throw badRequest(problem)
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
