import { expect, test } from '../../../test/house.ts'
import { jobHandlers } from '../../rooms.ts'
import type { JobHandlers } from './boss.ts'

test('a job exists if, and only if, its transaction commits', async ({ house }) => {
  const done: string[] = []
  const handlers: JobHandlers = {
    ...jobHandlers,
    'mail.send': async (_ctx, job) => void done.push(job.place),
  }
  await house.ctx.transaction((tx) => tx.enqueue('mail.send', { sealed: '', place: 'kept' }))
  await house.ctx
    .transaction(async (tx) => {
      await tx.enqueue('mail.send', { sealed: '', place: 'dropped' })
      throw new Error('no')
    })
    .catch(() => {})
  await house.jobs.drain(house.ctx, handlers)
  expect(done).toEqual(['kept'])
})

test('a job that failed is kept for another try, and its neighbours are done', async ({
  house,
}) => {
  const done: string[] = []
  const handlers: JobHandlers = {
    ...jobHandlers,
    'mail.send': async (_ctx, job) => {
      if (job.place === 'bad') throw new Error('refused')
      done.push(job.place)
    },
  }
  await house.ctx.transaction(async (tx) => {
    for (const place of ['good', 'bad', 'fine'])
      await tx.enqueue('mail.send', { sealed: '', place })
  })
  await house.jobs.drain(house.ctx, handlers)
  expect(done.toSorted()).toEqual(['fine', 'good'])
  const { rows } = await house.pool.query(
    `select data->>'place' as place, state from pgboss.job where name = 'mail.send' and state <> 'completed'`,
  )
  expect(rows).toEqual([{ place: 'bad', state: 'retry' }])
})
