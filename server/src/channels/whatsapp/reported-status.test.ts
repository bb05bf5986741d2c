import { expect, test } from 'vitest'
import { heldClock } from '../../../test/held-clock.ts'
import { createLog } from '../../platform/log.ts'
import type { ChannelEvent } from '../port/receiving.ts'
import { openReportedStatus } from './reported-status.ts'

const CONNECTED = { kind: 'status', status: 'connected' } as const
const RECONNECTING = { kind: 'status', status: 'reconnecting', reason: 'It broke off.' } as const

function open() {
  const clock = heldClock('2026-06-01T08:00:00Z')
  const stored: ChannelEvent[] = []
  const database = { away: false }
  const statuses = openReportedStatus({ clock, log: createLog('silent') }, 'a', async (event) => {
    if (database.away) throw new Error('The database is away.')
    stored.push(event)
  })
  return { clock, stored, database, ...statuses }
}

test('a status is emitted again until it is stored, and then no more', async () => {
  const { clock, stored, database, report } = open()
  database.away = true
  await report(CONNECTED)
  expect(stored).toEqual([])
  database.away = false
  clock.moveTo(clock.next()!)
  expect(stored).toEqual([CONNECTED])
  expect(clock.next()).toBeUndefined()
})

test('a status that was not stored is dropped for a later one, and when the session closes', async () => {
  const { clock, stored, database, report, close } = open()
  database.away = true
  await report(CONNECTED)
  database.away = false
  await report(RECONNECTING)
  expect(clock.next()).toBeUndefined()
  database.away = true
  await report(CONNECTED)
  close()
  expect(clock.next()).toBeUndefined()
  expect(stored).toEqual([RECONNECTING])
})
