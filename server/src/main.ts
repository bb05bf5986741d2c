import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { openIdentity } from './identity/actions.ts'
import { ConfigError } from './platform/config.ts'
import type { Check } from './platform/http/health.ts'
import { startPlatform, type Platform } from './platform/start.ts'
import { startRoles } from './roles.ts'
import { furnish, jobNames } from './rooms.ts'
import { admit } from './users/actions.ts'

/** All of a stop together; whoever sent the signal kills us after about this time anyway. */
const STOP_MS = 25_000

const starting = main()
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  // Half a start cannot be stopped in order, so it is finished first. A terminal sends its signal to
  // the whole group, so it may well come twice.
  process.on(signal, () => void starting.then(stop, () => {}))
}
try {
  await starting
} catch (error) {
  // A setting that is wrong is not a crash: the sentence is all that helps.
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`)
  process.exit(1)
}

async function main(): Promise<Platform> {
  const platform = await startPlatform(process.env, jobNames)
  const { life, listener } = platform
  try {
    const ctx = furnish(platform.base)
    for (const channel of ctx.channels.values()) life.onStop(channel.kind, () => channel.close())
    const identity = await openIdentity(ctx, {
      admit: (verified) => admit(ctx, verified),
      listener,
    })
    life.onStop('identity', async () => identity.close())
    const checks: Record<string, Check> = {}
    const http = await buildApp(ctx, identity, checks)
    life.onStop('http', () => http.close())
    Object.assign(
      checks,
      await startRoles(ctx, platform, { http: http.server, verifyToken: identity.verifyToken }),
    )
    await http.listen({ port: ctx.config.port, host: ctx.config.host })
    announce(platform)
    return platform
  } catch (error) {
    await life.stop()
    throw error
  }
}

/** Says where we are: to the person at the terminal, and to a second start in the same folder. */
function announce({ base: { config }, life }: Platform) {
  const file = join(config.dataDir, 'server.json')
  writeFileSync(file, JSON.stringify({ pid: process.pid, url: config.publicUrl }))
  life.onStop('announcement', async () => rmSync(file, { force: true }))
  process.stdout.write(`ready ${config.publicUrl}\n`)
}

async function stop({ life, base: { log } }: Platform) {
  const late = setTimeout(() => {
    log.error('The server did not stop in time.')
    process.exit(1)
  }, STOP_MS)
  await life.stop()
  clearTimeout(late)
  process.exit(0)
}
