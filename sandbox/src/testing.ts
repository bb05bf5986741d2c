import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SandboxClient } from './testing/client.ts'
import { expectAnswered } from './testing/answered.ts'
import { forkProgram } from './testing/fork.ts'
import { startProgram } from './program.ts'
import type { Endpoints } from './endpoints.ts'
import type { Limits } from './telegram-bot-api/limits.ts'

export type { SandboxClient } from './testing/client.ts'
export { png } from './testing/png.ts'

/**
 * A client makes 812 keys for a server that has none of its own, which is most of the work of linking it, and five
 * for one that has few. That it does is seen where whole products are tested.
 */
const KEYS_CLAIMED = 1

export type Sandbox = SandboxClient & {
  readonly http: string
  readonly botApiRoot: string
  readonly botToken: string
  readonly botUsername: string
  readonly botId: number
  readonly smtp: string
  /** What a server is configured with to sell by the sandbox. */
  readonly payments: Endpoints['payments']
  /** The addresses for a WhatsApp client, if WhatsApp was requested. */
  readonly whatsappEndpoint: Endpoints['whatsapp']
  /** The folder that holds everything; start again with it to find the same world. */
  readonly dataDir: string
  readonly pid: number
  /** Ends the sandbox, and removes its folder unless you gave it. Throws where WhatsApp was asked what it does not answer. */
  stop(): Promise<void>
}

export type SandboxOptions = {
  dataDir?: string
  /** `telegram` (the published ones, the default), `off`, or changes to the published ones. */
  limits?: 'telegram' | 'off' | Partial<Limits>
  /** Makes tokens and such the same in every run. */
  seed?: number
  /** Stands in for WhatsApp too. */
  whatsapp?: boolean
  /** The time in the sandbox, instead of the machine's; not for a process of its own. */
  now?: () => number
  /** A process of its own, so that its work does not count as the test's, and it can be killed. */
  fork?: boolean
}

/** Starts the real sandbox program on free ports of this machine, with a client to act in its world. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { dataDir: given, limits = 'telegram', seed, now, fork = false, whatsapp = false } = options
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'carillon-sandbox-')))
  const program = fork
    ? await forkProgram(dataDir, { seed, whatsapp, keysClaimed: KEYS_CLAIMED })
    : await startProgram({
        dir: join(dataDir, 'sandbox'),
        whatsapp,
        keysClaimed: KEYS_CLAIMED,
        ...(seed ? { seed } : {}),
        ...(now ? { now } : {}),
      })
  const client = createClient(program.endpoints.http)
  await client.limits(typeof limits === 'string' ? limits : { ...limits })

  const { pid, http, botApiRoot, botToken, botUsername, smtp, payments } = program.endpoints
  return {
    ...client,
    pid,
    http,
    botApiRoot,
    botToken,
    botUsername,
    botId: Number(botToken.split(':')[0]),
    smtp,
    payments,
    whatsappEndpoint: program.endpoints.whatsapp,
    dataDir,
    async stop() {
      const { violations } = whatsapp ? await client.whatsapp.world() : { violations: [] }
      client.close()
      await program.stop()
      if (!given) await rm(dataDir, { recursive: true, force: true })
      expectAnswered(violations)
    },
  }
}
