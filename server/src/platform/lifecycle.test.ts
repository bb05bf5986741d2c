import { expect, test } from 'vitest'
import { lifecycle } from './lifecycle.ts'
import { createLog } from './log.ts'

test('what was started last stops first; a part that fails or never stops is told and keeps no other running', async () => {
  const stopped: string[] = []
  const told: unknown[] = []
  const log = createLog('error', { write: (line) => void told.push(JSON.parse(line)) })
  const life = lifecycle(log, 20)
  life.onStop('first', async () => void stopped.push('first'))
  life.onStop('hung', () => new Promise<void>(() => {}))
  life.onStop('broken', () => Promise.reject(new Error('It is broken.')))
  life.onStop('last', async () => void stopped.push('last'))

  await Promise.all([life.stop(), life.stop()])
  expect(stopped).toEqual(['last', 'first'])
  expect(told).toMatchObject([
    { part: 'broken', reason: 'It is broken.' },
    { part: 'hung', reason: 'It did not stop within 0.02 s.' },
  ])
})
