import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, openPool } from '../../src/platform/db/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { cloneDatabase } from '../database.ts'
import { cases } from '../proofs.ts'
import { CYCLES_FROM } from './cycle-worlds.ts'
import { retell } from './retell.ts'
import { runSeeds } from './run.ts'

/** Worlds whose every statement PostgreSQL is asked as well. */
const SEEDS = cases(50, 6)
const WITH_CYCLES = cases(50, 4)

test('the models answer as PostgreSQL does, statement by statement', async () => {
  const database = await cloneDatabase()
  const admin = openPool(database.url, createLog('silent'), 1)
  // Rows are taken over as they are; whose they are was settled when they were made. Where they are in
  // their lanes was not: the model has only the rows.
  await admin.query(`do $$ begin
    execute format('alter database %I set session_replication_role = replica', current_database());
  end $$`)
  for (const trigger of ['enter_lane', 'move_in_lane', 'leave_lane']) {
    await admin.query(`alter table deliveries enable always trigger deliveries_${trigger}`)
  }
  await admin.end()
  const pool = openPool(database.url, createLog('silent'), 2)
  const db = openDatabase(pool)
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })
  const told: { seed: number; differs?: string; questions: number }[] = []
  // One world is retold while the next one is lived.
  let retelling = Promise.resolve()
  const worlds = [
    { first: 1, count: SEEDS },
    { first: CYCLES_FROM, count: WITH_CYCLES },
  ]
  for (const some of worlds) {
    await runSeeds(
      { ...some, records: true },
      {
        report({ seed, story }) {
          retelling = retelling.then(
            async () => void told.push({ seed, ...(await retell(db, story!)) }),
          )
          retelling.catch(() => {})
        },
      },
    )
  }
  await retelling
  expect(told.filter(({ differs }) => differs)).toEqual([])
  expect(told).toHaveLength(SEEDS + WITH_CYCLES)
  const questions = told.reduce((sum, one) => sum + one.questions, 0)
  expect(questions).toBeGreaterThan(100 * SEEDS)
}, 1_200_000)
