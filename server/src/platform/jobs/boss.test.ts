import { once } from 'node:events'
import { expect, test } from '../../../test/test-app.ts'
import { jobHandlers, jobNames } from '../../rooms.ts'
import { openJobs, type JobHandlers } from './boss.ts'

test('a job exists if, and only if, its transaction commits', async ({ app }) => {
  const done: string[] = []
  const handlers: JobHandlers = {
    ...jobHandlers,
    'mail.send': async (_ctx, job) => void done.push(job.place),
  }
  await app.ctx.transaction((tx) => tx.enqueue('mail.send', { sealed: '', place: 'kept' }))
  await app.ctx
    .transaction(async (tx) => {
      await tx.enqueue('mail.send', { sealed: '', place: 'dropped' })
      throw new Error('no')
    })
    .catch(() => {})
  await app.jobs.drain(app.ctx, handlers)
  expect(done).toEqual(['kept'])
})

test('a job that failed is kept for another try, and its neighbours are done', async ({ app }) => {
  const done: string[] = []
  const handlers: JobHandlers = {
    ...jobHandlers,
    'mail.send': async (_ctx, job) => {
      if (job.place === 'bad') throw new Error('refused')
      done.push(job.place)
    },
  }
  await app.ctx.transaction(async (tx) => {
    for (const place of ['good', 'bad', 'fine'])
      await tx.enqueue('mail.send', { sealed: '', place })
  })
  await app.jobs.drain(app.ctx, handlers)
  expect(done.toSorted()).toEqual(['fine', 'good'])
  const { rows } = await app.pool.query(
    `select data->>'place' as place, state from pgboss.job where name = 'mail.send' and state <> 'completed'`,
  )
  expect(rows).toEqual([{ place: 'bad', state: 'retry' }])
})

test('a job begins when its transaction commits, not when somebody looks', async ({ app }) => {
  const jobs = await openJobs(app.databaseUrl, app.ctx.log, jobNames, {
    supervise: true,
    install: false,
  })
  try {
    const done = new EventTarget()
    await jobs.work(app.ctx, {
      ...jobHandlers,
      'mail.send': async (_ctx, { place }) => void done.dispatchEvent(new Event(place)),
    })
    for (const place of ['first', 'second', 'third', 'fourth']) {
      const begun = once(done, place)
      await app.ctx.transaction((tx) => tx.enqueue('mail.send', { sealed: '', place }))
      await begun
    }
  } finally {
    await jobs.stop()
  }
  // Four looks take thirty seconds and more.
}, 15_000)

// Elsewhere the system may not know of this, and keeps its own.
test.runIf(process.platform === 'linux')(
  'PostgreSQL is told to notice a lost engine too',
  async ({ app }) => {
    await app.pool.query(`
    create table seen (ms text);
    create function see() returns trigger language plpgsql as $$
    begin insert into seen values (current_setting('tcp_user_timeout')); return new; end $$;
    create trigger see after update on pgboss.queue for each row execute function see()`)
    const jobs = await openJobs(app.databaseUrl, app.ctx.log, jobNames, { supervise: false })
    await jobs.stop()
    const { rows } = await app.pool.query('select distinct ms from seen')
    expect(rows).toEqual([{ ms: '10000' }])
  },
)
