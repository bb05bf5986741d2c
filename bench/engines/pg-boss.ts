import { PgBoss } from 'pg-boss'
import { chunks, FAN_OUT, indexes, type OpenEngine } from './engine.ts'

/** pg-boss as its documentation tunes it for throughput: batches of 100, burst, asked every half second. */
export const openPgBoss: OpenEngine = async (databaseUrl) => {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 10 })
  boss.on('error', () => {})
  await boss.start()
  await boss.createQueue('plan')
  await boss.createQueue('deliver')

  return {
    async schedule(count, dueOf) {
      for (const part of chunks(indexes(count), 1_000)) {
        const jobs = part.map((index) => ({ data: { index }, startAfter: new Date(dueOf(index)) }))
        await boss.insert('plan', jobs)
      }
    },
    async work(made) {
      const options = {
        pollingIntervalSeconds: 0.5,
        batchSize: 100,
        localConcurrency: 2,
        burstWhenBatchFull: true,
      }
      await boss.work<{ index: number }>('plan', options, async (jobs) => {
        const deliveries = jobs.flatMap(({ data }) =>
          indexes(FAN_OUT).map((group) => ({ data: { ...data, group } })),
        )
        await boss.insert('deliver', deliveries)
        for (const { data } of jobs) made(data.index)
      })
    },
    close: () => boss.stop({ graceful: false }),
  }
}
