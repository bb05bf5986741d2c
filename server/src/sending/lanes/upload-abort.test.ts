import { getEventListeners } from 'node:events'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { heldClock } from '../../../test/held-clock.ts'
import { openLetGo } from './upload-abort.ts'

const video = {
  mediaId: 'one',
  kind: 'video' as const,
  fileName: 'one.mp4',
  mimeType: 'video/mp4',
  bytes: 1,
  open: () => Readable.from([]),
}

test('tries leave nothing behind at the signal of their lane, which ends those that bring bytes', () => {
  const clock = heldClock('2026-06-01T08:00:00Z')
  const lane = new AbortController()
  const means = { clock, stopping: lane.signal, mayAct: () => true }
  const listening = () => getEventListeners(lane.signal, 'abort').length

  const text = openLetGo(means, [])
  text.signal.addEventListener('abort', () => {})
  expect(listening()).toBe(0)

  const over = openLetGo(means, [video])
  expect(listening()).toBe(1)
  over.close()
  expect(listening()).toBe(0)

  const under = openLetGo(means, [video])
  lane.abort()
  expect([under.signal.aborted, over.signal.aborted]).toEqual([true, false])
  expect(openLetGo(means, [video]).signal.aborted).toBe(true)
})
