import type { SourceKind } from '../occurrences/port.ts'
import { after, days } from '../platform/clock.ts'
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
  const { countSlotContents, forgetSlotContents } = rowsOf(source)
  await lockUser(tx, ctx.user.id)
  const now = ctx.clock.now()
  await forgetSlotContents(tx, ctx.user.id, after(now, -KEPT_MS))
  const before = await countSlotContents(tx, ctx.user.id, now)
  const done = await work()
  const count = await countSlotContents(tx, ctx.user.id, now)
  const most = ctx.config.limits.slotContents
  if (count <= most || count <= before) return done
  throw invalid(path, `${most.toLocaleString('en')} ${HINTS[source]}`)
}

/** The calendar marks what had its own text; only those that are not over are counted, and all are read with their series. */
const KEPT_MS = days(366)
