import { openOwnership } from '../src/accounts/ownership.ts'
import { recover } from '../src/sending/recovery.ts'
import { startFollowUps } from '../src/sending/follow-ups/worker.ts'
import { startSender } from '../src/sending/sender.ts'
import { startPlanner } from '../src/planning/planner.ts'
import { startPlatform } from '../src/platform/start.ts'
import { wire, jobNames } from '../src/rooms.ts'

// A process for tests that kill it. It sends deliveries, plans if it has that role, and does nothing else. Its pace is
// unlimited, so that the test does not wait.
const platform = await startPlatform(process.env, jobNames)
const wired = wire(platform.base)
const free = { perSecond: Infinity, burst: Infinity }
const pace = { account: free, chat: free, groupPerMinute: Infinity, inFlight: 25 }
const channels = [...wired.channels].map(([kind, channel]) => {
  return [kind, { ...channel, capabilities: { ...channel.capabilities, pace } }] as const
})
const ctx = { ...wired, channels: new Map(channels) }
const { databaseUrl, listener } = platform
const ownership = await openOwnership(ctx, { databaseUrl, listener, roles: ['sender'], recover })
const { turn } = startSender(ctx, { ownership, listener })
startFollowUps(ctx, { ownership, listener, turn })
if (ctx.config.roles.has('planner')) startPlanner(ctx, listener)
process.send?.({ processId: ownership.processId })
