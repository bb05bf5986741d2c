import { fromKysely, PgBoss, type Job, type JobResult } from 'pg-boss'
import type { Transaction } from 'kysely'
import type { Context } from '../context.ts'
import type { Tables } from '../db/database.ts'
import { LOST_HOST } from '../db/lost-host.ts'
import type { Log } from '../log.ts'
import type { JobData } from './jobs.ts'

export type JobName = keyof JobData

/** What does the work. Run at least once: a handler must stand being run again. */
export type JobHandlers = {
  [N in JobName]: (ctx: Context, data: JobData[N]) => Promise<void>
}

export type EnqueueOptions = { startAfter?: Date; key?: string }

export type Jobs = {
  enqueue<N extends JobName>(
    db: Transaction<Tables>,
    name: N,
    data: JobData[N],
    options?: EnqueueOptions,
  ): Promise<void>
  /** Begins to work on all queues. */
  work(ctx: Context, handlers: JobHandlers): Promise<void>
  /** Works through what is due now, in this call, and returns how many there were. */
  drain(ctx: Context, handlers: JobHandlers): Promise<number>
  stop(): Promise<void>
}

/** Failed jobs end here, to be looked at in the engine's dashboard. */
const DEAD = 'dead'

// A batch of one makes the engine sleep a poll after every job (measured 2026-11: 12 jobs a second).
const BATCH = 10

/**
 * A job is told of when it is enqueued; what begins later, or is tried again, is found by looking. Looking
 * every second at every queue was half of what an idle server asked of the database (measured 2026-11), and
 * every five seconds still a fifth; with twenty queues every ten seconds was two of its five transactions a second.
 * Nothing that begins later is in a hurry.
 */
const LOOK_SECONDS = 15

/** How long to finish what is being worked on when stopping, in milliseconds. */
const STOP_MS = 20_000

/** Opens the job engine on the database, making its schema and our queues unless `install` is false. */
export async function openJobs(
  url: string,
  log: Log,
  names: readonly JobName[],
  options: { supervise: boolean; install?: boolean },
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'carillon jobs',
    options: LOST_HOST,
    // A database that does not answer must fail the start instead of blocking it.
    connectionTimeoutMillis: 10_000,
    max: 4,
    supervise: options.supervise,
    migrate: options.install !== false,
    schedule: false,
    useListenNotify: options.supervise,
    // Finds the jobs of a process that died. Every ten seconds it was a quarter of what an idle server asked.
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
    // No job of ours waits for another; looking for such was a tenth of what an idle server asked.
    flowIntervalSeconds: 600,
  })
  boss.on('error', (error) =>
    log.warn({ reason: error.message }, 'The job engine reports an error.'),
  )
  await boss.start()
  if (options.install !== false) await makeQueues(boss, names)

  return {
    async enqueue(db, name, data, { startAfter, key } = {}) {
      await boss.send(name, data, {
        db: fromKysely(db),
        ...(startAfter ? { startAfter } : {}),
        ...(key ? { singletonKey: key } : {}),
      })
    },
    async work(ctx, handlers) {
      for (const name of names) {
        await boss.work(
          name,
          {
            batchSize: BATCH,
            burstWhenBatchFull: true,
            pollingIntervalSeconds: LOOK_SECONDS,
            notifyPollingIntervalSeconds: LOOK_SECONDS,
            perJobResults: true,
          },
          (jobs: Job<never>[]) => runAll(ctx, name, handlers[name], jobs),
        )
      }
    },
    async drain(ctx, handlers) {
      let done = 0
      for (const name of await dueNames(boss, names)) {
        for (;;) {
          const jobs = await boss.fetch<never>(name, { batchSize: BATCH })
          if (jobs.length === 0) break
          done += jobs.length
          for (const result of await runAll(ctx, name, handlers[name], jobs)) {
            if (result.status === 'completed') await boss.complete(name, result.id)
            else await boss.fail(name, result.id)
          }
        }
      }
      return done
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_MS }),
  }
}

/** The queues that have something due now: to ask each of twenty costs more than most tests. */
async function dueNames(boss: PgBoss, names: readonly JobName[]): Promise<JobName[]> {
  const { rows }: { rows: { name: string }[] } = await boss
    .getDb()
    .executeSql(
      "select distinct name from pgboss.job where state < 'active' and start_after <= now()",
    )
  const due = new Set(rows.map(({ name }) => name))
  return names.filter((name) => due.has(name))
}

async function makeQueues(boss: PgBoss, names: readonly JobName[]) {
  await boss.createQueue(DEAD)
  for (const name of names) {
    await boss.createQueue(name, {
      retryLimit: 8,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 600,
      heartbeatSeconds: 10,
      deadLetter: DEAD,
      notify: true,
    })
    // Those of an earlier version were made without.
    await boss.updateQueue(name, { notify: true })
  }
}

function runAll(
  ctx: Context,
  name: JobName,
  handle: (ctx: Context, data: never) => Promise<void>,
  jobs: Job<never>[],
): Promise<JobResult[]> {
  return Promise.all(
    jobs.map(async (job) => {
      try {
        await handle(ctx, job.data)
        return { id: job.id, status: 'completed' }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        ctx.log.warn({ job: name, id: job.id, reason }, 'A job failed; it is tried again.')
        return { id: job.id, status: 'failed', output: { reason } }
      }
    }),
  )
}
