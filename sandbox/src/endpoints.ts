import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The addresses of the sandbox of a data directory, for the launcher and the server. */
const Endpoints = z.object({
  pid: z.int(),
  http: z.string(),
  botApiRoot: z.string(),
  botToken: z.string(),
  botUsername: z.string(),
  smtp: z.string(),
  /** Only if WhatsApp was requested: the addresses and certificates for its clients. */
  whatsapp: z
    .object({
      webSocketUrl: z.string(),
      rootKey: z.string(),
      mediaCertificate: z.string(),
      versionUrl: z.string(),
    })
    .optional(),
  payments: z.object({
    polar: z.object({
      baseUrl: z.string(),
      accessToken: z.string(),
      webhookSecret: z.string(),
      productPro: z.string(),
    }),
    stripe: z.object({
      baseUrl: z.string(),
      secretKey: z.string(),
      webhookSecret: z.string(),
      pricePro: z.string(),
    }),
  }),
})
export type Endpoints = z.infer<typeof Endpoints>

const FILE = 'endpoints.json'

/** The endpoints written last, also those of a sandbox that has ended; undefined when there are none. */
export function readEndpoints(dir: string): Endpoints | undefined {
  try {
    return Endpoints.parse(JSON.parse(readFileSync(join(dir, FILE), 'utf8')))
  } catch {
    return undefined
  }
}

/** Written to a temporary file and renamed, so that nobody reads half of it; readable by its owner only, for the token. */
export function writeEndpoints(dir: string, endpoints: Endpoints): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const fresh = join(dir, `${FILE}.${endpoints.pid}`)
  rmSync(fresh, { force: true })
  writeFileSync(fresh, `${JSON.stringify(endpoints, null, 2)}\n`, { mode: 0o600 })
  renameSync(fresh, join(dir, FILE))
}

/** Whether these endpoints are answered by their own sandbox, and not by a stranger on its old port. */
export async function isAlive(endpoints: Endpoints): Promise<boolean> {
  try {
    const response = await fetch(`${endpoints.http}/sandbox/api/endpoints`, {
      signal: AbortSignal.timeout(2_000),
    })
    const answer = Endpoints.parse(await response.json())
    return answer.pid === endpoints.pid && answer.botToken === endpoints.botToken
  } catch {
    return false
  }
}
