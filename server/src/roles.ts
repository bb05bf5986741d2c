import { openOwnership } from './accounts/ownership.ts'
import { openSessions } from './accounts/sessions.ts'
import { openSharedAccountKeeper } from './accounts/shared-account.ts'
import { endPairings, lookAtPairing } from './connections/pairing-session.ts'
import { recover } from './sending/recovery.ts'
import { startEarlyUploads } from './sending/early-uploads.ts'
import { startFollowUps } from './sending/follow-ups/worker.ts'
import { startSender } from './sending/sender.ts'
import type { Server } from 'node:http'
import type { Identity } from './identity/actions.ts'
import { openGateway } from './live/gateway.ts'
import type { Context } from './platform/context.ts'
import { checkDisk } from './platform/disk.ts'
import type { Check } from './platform/http/health.ts'
import { startMaintenance } from './platform/jobs/maintenance.ts'
import type { Platform } from './platform/start.ts'
import { startSweep } from './payments/sweep.ts'
import { checkClock } from './planning/actions.ts'
import { startPreChecks } from './series/actions.ts'
import { startPlanner } from './planning/planner.ts'
import { jobHandlers, maintenanceTasks } from './rooms.ts'
import { seconds } from './platform/clock.ts'

/** A clock that differs more from the database's must not decide what is due. */
const SKEW_MAX_MS = seconds(5)

/** Starts what this process is: some or all of web, live, planner, sender, jobs. Answers how to tell that each is well. */
export async function startRoles(
  ctx: Context,
  platform: Platform,
  { http, verifyToken }: { http: Server; verifyToken: Identity['verifyToken'] },
): Promise<Readonly<Record<string, Check>>> {
  const { jobs, listener, life } = platform
  const { roles } = ctx.config
  const checks: Record<string, Check> = { disk: checkDisk(ctx) }
  if (roles.has('planner')) {
    const planner = startPlanner(ctx, listener, { maxSkewMs: SKEW_MAX_MS })
    life.onStop('planner', () => planner.stop())
    checks['planner'] = () => planner.check()
  }
  if (roles.has('planner') || roles.has('sender')) {
    checks['clock'] = () => checkClock(ctx, SKEW_MAX_MS)
  }
  if (roles.has('web')) {
    // Of two pairings of one connection the later one counts, in whichever process it was begun.
    life.onStop('pairings', () => endPairings(ctx))
    listener.on('pairings', (id) => void lookAtPairing(ctx, id).catch(noHint))
  }
  if (roles.has('sender')) Object.assign(checks, await startSending(ctx, platform))
  if (roles.has('live')) {
    const gateway = openGateway({ ...ctx, ...platform.people }, { http, listener, verifyToken })
    life.onStop('live', () => gateway.close())
  }
  if (roles.has('jobs')) {
    await jobs.work(ctx, jobHandlers)
    const maintenance = startMaintenance(ctx, maintenanceTasks)
    life.onStop('maintenance', () => maintenance.stop())
    const sweep = startSweep(ctx)
    life.onStop('sweep of payments', () => sweep.stop())
    const ahead = startPreChecks(ctx)
    life.onStop('look ahead', () => ahead.stop())
  }
  return checks
}

/** A session that did not end now ends with its next step. */
const noHint = () => {}

/** The process that owns accounts: holds their sessions and empties their lanes. */
async function startSending(
  ctx: Context,
  { databaseUrl, listener, life }: Platform,
): Promise<Record<string, Check>> {
  const shared = [...ctx.channels.values()]
    .filter(({ pairing }) => pairing.token?.operator)
    .map(
      (channel) =>
        [`shared account ${channel.kind}`, openSharedAccountKeeper(ctx, channel)] as const,
    )
  for (const [name, keeper] of shared) life.onStop(name, async () => keeper.close())
  const ownership = await openOwnership(ctx, {
    databaseUrl,
    listener,
    roles: [...ctx.config.roles],
    recover,
    maxSkewMs: SKEW_MAX_MS,
  })
  life.onStop('ownership', () => ownership.close())
  const sessions = openSessions(ctx, ownership, listener)
  life.onStop('sessions', () => sessions.close())
  const sender = startSender(ctx, { ownership, listener })
  life.onStop('sender', () => sender.close())
  const followUps = startFollowUps(ctx, { ownership, listener, turn: sender.turn })
  life.onStop('follow-ups', () => followUps.close())
  const files = startEarlyUploads(ctx, ownership)
  life.onStop('files ahead', () => files.stop())
  return {
    sender: () => sender.check(),
    ...Object.fromEntries(shared.map(([name, keeper]) => [name, () => keeper.check()])),
  }
}
