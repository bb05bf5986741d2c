import type { Context } from '../platform/context.ts'
import type { Source, SourceKind } from './port.ts'

/** Who owns schedules of a kind. Throws where nobody does. */
export function sourceOf(ctx: Context, kind: SourceKind): Source {
  const source = ctx.sources[kind]
  if (!source) throw new Error(`Nobody owns schedules of kind ${kind}.`)
  return source
}
