import { once } from 'node:events'
import { giveUpUnreadable } from './accounts/lost-keys.ts'
import { buildApp } from './app.ts'
import { openIdentity } from './identity/actions.ts'
import { announce } from './platform/announcement.ts'
import { isTrouble } from './platform/db/trouble.ts'
import { StartError } from './platform/errors.ts'
import type { Check } from './platform/http/health.ts'
import { listen } from './platform/http/listen.ts'
import { startPlatform, type Platform } from './platform/start.ts'
import { startRoles } from './roles.ts'
import { wire, jobNames } from './rooms.ts'
import { admit, hasLeft } from './users/actions.ts'

/** All of a stop together; whoever sent the signal kills us after about this time anyway. */
const STOP_MS = 25_000

const asked = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, askToStop)
try {
  const { life } = await main(asked.signal)
  if (!asked.signal.aborted) await once(asked.signal, 'abort')
  await life.stop()
} catch (error) {
  if (error !== asked.signal.reason) {
    // For what an operator can fix, the message is enough; the stack would hide it.
    say(wordsOf(error as Error))
    process.exit(1)
  }
  say('Stopped before it was ready.')
}
process.exit(0)

/** Starts everything. Once the signal is aborted no further step begins, and what had begun is stopped in order. */
async function main(signal: AbortSignal): Promise<Platform> {
  const platform = await startPlatform(process.env, jobNames, signal)
  const { life, listener } = platform
  try {
    const ctx = wire(platform.base)
    if (ctx.config.lostKeys.length > 0) await giveUpUnreadable(ctx)
    const people = { ...ctx, ...platform.people }
    for (const channel of ctx.channels.values()) life.onStop(channel.kind, () => channel.close())
    const identity = await openIdentity(people, {
      admit: (verified) => admit(people, verified),
      hasLeft: (userId) => hasLeft(people, userId),
      listener,
    })
    life.onStop('identity', async () => identity.close())
    signal.throwIfAborted()
    const checks: Record<string, Check> = {}
    const http = await buildApp(people, identity, checks)
    let close = async (): Promise<void> => http.close()
    life.onStop('http', () => close())
    Object.assign(
      checks,
      await startRoles(ctx, platform, { http: http.server, verifyToken: identity.verifyToken }),
    )
    signal.throwIfAborted()
    close = await listen(http, ctx.config)
    life.onStop('announcement', await announcing(platform))
    process.stdout.write(`ready ${ctx.config.publicUrl}\n`)
    return platform
  } catch (error) {
    await life.stop()
    throw error
  }
}

async function announcing({ base: { config } }: Platform) {
  const withdraw = await announce(config.dataDir, config.publicUrl)
  return async () => withdraw()
}

function wordsOf(error: Error): string {
  if (error instanceof StartError) return error.message
  if (isTrouble(error) || /timeout/i.test(error.message))
    return `The database stopped answering while the server started (${error.message}): start again once it works.`
  return String(error.stack)
}

/** A terminal sends its signal to the whole group, so that it may come twice: only the first one counts. */
function askToStop() {
  if (asked.signal.aborted) {
    return say(`Already stopping; that takes ${STOP_MS / 1_000} seconds at most.`)
  }
  asked.abort(new Error('The process was asked to stop.'))
  setTimeout(() => {
    say(
      `Not everything stopped within ${STOP_MS / 1_000} seconds. The next start goes on from there.`,
    )
    process.exit(1)
  }, STOP_MS).unref()
}

function say(words: string) {
  process.stderr.write(`${words}\n`)
}
