import { z } from 'zod'
import { ControlRefusal } from '../world/world.ts'

/** A body or query as its schema wants it, or a refusal that says what is wrong with it. */
export function read<T extends z.ZodType>(schema: T, given: unknown): z.output<T> {
  const parsed = schema.safeParse(given ?? undefined)
  if (!parsed.success) throw new ControlRefusal(z.prettifyError(parsed.error))
  return parsed.data
}

/** The number in a path, such as a chat's id. */
export function idIn(params: unknown, name = 'id'): number {
  return read(z.object({ [name]: z.coerce.number().int() }), params)[name] ?? 0
}
