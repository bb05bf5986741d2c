import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { openJobs } from '../src/platform/jobs/boss.ts'
import { createLog } from '../src/platform/log.ts'
import { jobNames } from '../src/rooms.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this run, and in it the migrated database that each test clones. */
    postgres: { url: string; template: string }
  }
}

const TEMPLATE = 'carillon_template'

/** One real PostgreSQL for the whole run. Without fsync: a test's data need not survive the machine. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-test-'))
  const log = createLog('fatal')
  const postgres = await startEmbedded({
    dataDir,
    log,
    settings: [
      'fsync=off',
      'synchronous_commit=off',
      'full_page_writes=off',
      'max_connections=300',
    ],
  })
  const admin = new Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()

  const template = new URL(postgres.url)
  template.pathname = `/${TEMPLATE}`
  await migrate(template.href, log)
  const jobs = await openJobs(template.href, log, jobNames, { supervise: false })
  await jobs.stop()

  project.provide('postgres', { url: postgres.url, template: TEMPLATE })
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
