import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'

/** Something that must be well for the server to be of use; resolves to what is wrong, in words. */
export type Check = () => Promise<string | undefined> | string | undefined

/** `/healthz`: the process is up. `/readyz`: it can do its work; 503 with what is wrong when it cannot. */
export function health(http: FastifyInstance, db: Db, checks: Readonly<Record<string, Check>>) {
  http.get('/healthz', () => ({ data: { up: true } }))
  http.get('/readyz', async () => {
    const problems: string[] = []
    for (const [part, check] of Object.entries({ database: reach(db), ...checks })) {
      const problem = await check()
      if (problem) problems.push(`${part}: ${problem}`)
    }
    if (problems.length > 0) throw new AppError('unavailable', problems.join(' '))
    return { data: { ready: true } }
  })
}

const reach = (db: Db) => async () => {
  try {
    await sql`select 1`.execute(db)
    return undefined
  } catch {
    return 'The database cannot be reached.'
  }
}
