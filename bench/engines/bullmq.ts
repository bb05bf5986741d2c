import { Queue, Worker } from 'bullmq'
import { chunks, FAN_OUT, indexes, type OpenEngine } from './engine.ts'

/** BullMQ on a Redis of its own; answers how to open it at that port. */
export const openBullMq =
  (port: number): OpenEngine =>
  async () => {
    const connection = { host: '127.0.0.1', port, maxRetriesPerRequest: null }
    const plan = new Queue('plan', { connection })
    const deliver = new Queue('deliver', { connection })
    await plan.obliterate({ force: true })
    await deliver.obliterate({ force: true })
    let worker: Worker | undefined

    return {
      async schedule(count, dueOf) {
        for (const part of chunks(indexes(count), 1_000)) {
          await plan.addBulk(
            part.map((index) => ({
              name: 'plan',
              data: { index },
              opts: { delay: Math.max(0, dueOf(index) - Date.now()), removeOnComplete: true },
            })),
          )
        }
      },
      async work(made) {
        const options = { connection, concurrency: 24 }
        worker = new Worker(
          'plan',
          async ({ data }) => {
            const { index } = data as { index: number }
            const jobs = indexes(FAN_OUT).map((group) => ({ name: 'd', data: { index, group } }))
            await deliver.addBulk(jobs)
            made(index)
          },
          options,
        )
        worker.on('error', () => {})
        await worker.waitUntilReady()
      },
      async close() {
        await worker?.close(true)
        await plan.close()
        await deliver.close()
      },
    }
  }
