import type { Context } from '../platform/context.ts'
import type { Source } from './port.ts'
import type { SourceKind } from '../occurrences/port.ts'

/** Who owns schedules of a kind. Throws where nobody does. */
export function sourceOf(ctx: Context, kind: SourceKind): Source {
  const source = ctx.sources[kind]
  if (!source) throw new Error(`Nobody owns schedules of kind ${kind}.`)
  return source
}
