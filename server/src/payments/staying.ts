import type { Staying } from '@carillon/contract/payments'
import { tierLimits } from '@carillon/contract/tiers'
import type { UserContext } from '../platform/context.ts'
import { AppError, problems } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { listUsed, lockUser, tierOfUser, type Chosen } from '../tiers/actions.ts'
import { listAgreements, paymentFactsNow } from './agreements.ts'
import { goesDownAt } from './rules.ts'
import * as choices from './staying-store.ts'

/** Most items of each kind that are listed: more than anybody reads to choose one. */
const SHOWN_MAX = 200

const limits = tierLimits.free

/** What stays when the person's tier goes down, and what would be suspended. */
export async function readStaying(ctx: UserContext): Promise<Staying> {
  const { id } = ctx.user
  const facts = paymentFactsNow(ctx)
  const chosen = await choices.find(ctx, id)
  const agreements = await listAgreements(ctx, id, facts)
  return {
    chosen: chosen !== undefined,
    at: goesDownAt(agreements, facts)?.toISOString() ?? null,
    limits,
    groups: await listOf(ctx, 'groups', chosen),
    cycles: await listOf(ctx, 'cycles', chosen),
  }
}

async function listOf(ctx: UserContext, resource: 'groups' | 'cycles', chosen?: Chosen) {
  const { items, total, withheld } = await listUsed(ctx, ctx.user.id, resource, {
    tier: 'free',
    most: SHOWN_MAX,
    always: chosen?.[resource] ?? [],
  })
  const most = resource === 'groups' ? limits.maxGroups : limits.maxCycles
  const first = items.toSorted((a, b) => rank(b.id) - rank(a.id)).slice(0, most ?? items.length)
  const staying = new Set(first.map(({ id }) => id))
  return {
    items: items.map(({ usedAt, closed, ...item }) => ({
      ...item,
      ...(closed ? { closed } : {}),
      usedAt: usedAt?.toISOString() ?? null,
      stays: staying.has(item.id),
    })),
    total,
    withheld,
  }

  function rank(id: string) {
    return chosen?.[resource].includes(id) ? 1 : 0
  }
}

/**
 * Stores what stays when the person's tier goes down; it can be changed until then. Throws `invalid` for more than the
 * lower tier allows and for what the person does not have, `conflict` once the tier has gone down.
 */
export async function chooseStaying(
  ctx: UserContext,
  { groupIds, cycleIds }: { groupIds: string[]; cycleIds: string[] },
): Promise<Staying> {
  const { id } = ctx.user
  const chosen: Chosen = { groups: [...new Set(groupIds)], cycles: [...new Set(cycleIds)] }
  await ctx.transaction(async (tx) => {
    // Waits if the tier is going down at this moment.
    await lockUser(tx, id)
    if ((await tierOfUser(tx, id)) === 'free') {
      throw new AppError(
        'conflict',
        'Your plan is Free already. Choose “Use this one instead” in the menu of what is suspended.',
      )
    }
    const found = [
      ...(await problemsOf({ ...ctx, db: tx.db }, 'groups', chosen.groups)),
      ...(await problemsOf({ ...ctx, db: tx.db }, 'cycles', chosen.cycles)),
    ]
    if (found.length > 0) throw problems(found)
    if (chosen.groups.length + chosen.cycles.length === 0) await choices.remove(tx, id)
    else await choices.put(tx, id, chosen, ctx.clock.now())
  })
  return readStaying(ctx)
}

async function problemsOf(
  ctx: UserContext,
  resource: 'groups' | 'cycles',
  ids: readonly string[],
): Promise<{ path: string; message: string }[]> {
  const path = resource === 'groups' ? 'groupIds' : 'cycleIds'
  const most = resource === 'groups' ? limits.maxGroups : limits.maxCycles
  if (most !== null && ids.length > most) {
    return [{ path, message: `The Free plan has room for ${most} of your ${resource}.` }]
  }
  const always = ids.filter(isUuid)
  const { items } = await listUsed(ctx, ctx.user.id, resource, {
    tier: 'free',
    most: 0,
    always,
  })
  return items.length === ids.length
    ? []
    : [
        {
          path,
          message: `One of these ${resource} cannot stay: it is gone, suspended already, or the Free plan does not have its network.`,
        },
      ]
}
