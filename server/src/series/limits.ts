import type { SourceKind } from '../occurrences/port.ts'
import type { Tx, UserContext } from '../platform/context.ts'
import { invalid } from '../platform/errors.ts'
import { lockUser } from '../tiers/actions.ts'
import { rowsOf } from './store.ts'

const HINTS: Record<SourceKind, string> = {
  message:
    'runs of your messages have words of their own, the most this server allows. Let some say again what their series says first.',
  cycle:
    'runs of your cycles have words of their own, the most this server allows. Let some say their steps again first.',
}

/**
 * Runs `work`, which may give single slots their own text. Throws `invalid` at the field `path` if the user then has
 * more such slots than allowed.
 */
export async function withinSlotContents<T>(
  ctx: UserContext,
  tx: Tx,
  { source, path }: { source: SourceKind; path: string },
  work: () => Promise<T>,
): Promise<T> {
  const { countSlotContents } = rowsOf(source)
  await lockUser(tx, ctx.user.id)
  const before = await countSlotContents(tx, ctx.user.id)
  const done = await work()
  const now = await countSlotContents(tx, ctx.user.id)
  const most = ctx.config.limits.slotContents
  if (now <= most || now <= before) return done
  throw invalid(path, `${most.toLocaleString('en')} ${HINTS[source]}`)
}
