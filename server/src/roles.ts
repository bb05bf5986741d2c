import type { Context } from './platform/context.ts'
import type { Check } from './platform/http/health.ts'
import type { Platform } from './platform/start.ts'
import { startPlanner } from './planning/planner.ts'
import { jobHandlers } from './rooms.ts'

/** Starts what this process is: some or all of web, live, planner, carrier, jobs. Answers how to tell that each is well. */
export async function startRoles(
  ctx: Context,
  { jobs, listener, life }: Platform,
): Promise<Readonly<Record<string, Check>>> {
  const { roles } = ctx.config
  if (roles.has('planner')) {
    const planner = startPlanner(ctx, listener)
    life.onStop('planner', () => planner.stop())
  }
  if (roles.has('jobs')) await jobs.work(ctx, jobHandlers)
  return {}
}
