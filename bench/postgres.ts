import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { createLog } from '../server/src/platform/log.ts'

export type Postgres = {
  version: string
  /** The address of a new and empty database. */
  database(): Promise<string>
  stop(): Promise<void>
}

/** The PostgreSQL that comes with the product, with its durable defaults, for measurements alone. */
export async function startPostgres(): Promise<Postgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-bench-'))
  const postgres = await startEmbedded({
    dataDir,
    log: createLog('fatal'),
    settings: ['max_connections=200'],
  })
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  const { rows } = await admin.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  let made = 0
  return {
    version: rows[0]!.version,
    async database() {
      const name = `bench_${++made}`
      await admin.query(`create database ${name}`)
      const url = new URL(postgres.url)
      url.pathname = `/${name}`
      return url.href
    },
    async stop() {
      await admin.end()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
