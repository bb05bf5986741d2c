import type { Context } from '../platform/context.ts'
import type { Source } from './port.ts'
import type { SourceKind } from '../occurrences/port.ts'

/** The source of a kind; throws if there is none. */
export function sourceOf(ctx: Context, kind: SourceKind): Source {
  const source = ctx.sources[kind]
  if (!source) throw new Error(`Nobody owns schedules of kind ${kind}.`)
  return source
}
