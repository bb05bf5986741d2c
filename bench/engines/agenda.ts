import { PostgresBackend } from '@agendajs/postgres-backend'
import { Agenda } from 'agenda'
import { chunks, FAN_OUT, indexes, type OpenEngine } from './engine.ts'

/** agenda on PostgreSQL, asking every 100 ms: the shortest that its documentation shows. */
export const openAgenda: OpenEngine = async (databaseUrl) => {
  const agenda = new Agenda({
    backend: new PostgresBackend({ connectionString: databaseUrl }),
    processEvery: '100 milliseconds',
    maxConcurrency: 24,
    defaultConcurrency: 24,
  })
  agenda.on('error', () => {})
  await agenda.ready
  agenda.define('deliver', () => {})

  return {
    async schedule(count, dueOf) {
      agenda.define('plan', () => {})
      for (const part of chunks(indexes(count), 16)) {
        await Promise.all(
          part.map((index) => agenda.schedule(new Date(dueOf(index)), 'plan', { index })),
        )
      }
    },
    async work(made) {
      agenda.define(
        'plan',
        // Its types want a handler that returns nothing, its documentation one that is waited for.
        // oxlint-disable-next-line typescript/no-misused-promises
        async (job) => {
          const { index } = job.attrs.data as { index: number }
          const far = new Date(Date.now() + 86_400_000)
          await Promise.all(
            indexes(FAN_OUT).map((group) => agenda.schedule(far, 'deliver', { index, group })),
          )
          made(index)
        },
        { concurrency: 24, lockLimit: 0 },
      )
      await agenda.start()
    },
    async close() {
      await agenda.stop()
    },
  }
}
