import { Logger, makeWorkerUtils, run, type Runner } from 'graphile-worker'
import pg from 'pg'
import { chunks, FAN_OUT, indexes, type OpenEngine } from './engine.ts'

/** graphile-worker as it comes: it asks every two seconds. */
export const openGraphileWorker: OpenEngine = async (databaseUrl) => {
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: 30 })
  pgPool.on('error', () => {})
  pgPool.on('connect', (client) => client.on('error', () => {}))
  const logger = new Logger(() => () => {})
  const utils = await makeWorkerUtils({ pgPool, logger })
  await utils.migrate()
  let runner: Runner | undefined

  return {
    async schedule(count, dueOf) {
      for (const part of chunks(indexes(count), 1_000)) {
        await utils.addJobs(
          part.map((index) => ({
            identifier: 'plan',
            payload: { index },
            runAt: new Date(dueOf(index)),
          })),
        )
      }
    },
    async work(made) {
      runner = await run({
        pgPool,
        logger,
        concurrency: 24,
        noHandleSignals: true,
        taskList: {
          plan: async (payload) => {
            const { index } = payload as { index: number }
            await utils.addJobs(
              indexes(FAN_OUT).map((group) => ({
                identifier: 'deliver',
                payload: { index, group },
              })),
            )
            made(index)
          },
        },
      })
    },
    async close() {
      await runner?.stop()
      await utils.release()
      await pgPool.end()
    },
  }
}
