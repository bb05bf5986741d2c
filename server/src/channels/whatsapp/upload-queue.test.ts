import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { heldClock } from '../../../test/held-clock.ts'
import type { SendFile } from '../port/sending.ts'
import type { Host } from './host.ts'
import { openUploads } from './uploads.ts'

/** A place for uploads that finishes them when it is told to, and says whose files it has been given. */
function openQueue() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const devices: string[] = []
  const host = {
    async call(_name: string, { device }: { device: string }) {
      devices.push(device)
      await opened
      return { handle: `handle of ${device}` }
    },
  } as unknown as Pick<Host, 'call'>
  const clock = heldClock('2026-06-01T00:00Z')
  const uploads = openUploads(host, clock)
  const bring = (
    account: string,
    mediaId: string,
    read = () => Readable.from([Buffer.from('x')]),
  ) =>
    uploads.bring(
      { accountId: account, device: account },
      { mediaId, kind: 'photo', bytes: 1, open: read } as unknown as SendFile,
      () => false,
    )
  return { bring, clock, devices, open, uploads }
}

test('a file for which the queue had no room joins it at a later try', async () => {
  const { bring, open, uploads } = openQueue()
  for (let n = 0; n < 502; n += 1) void bring('choir', `file ${n}`)
  expect(await bring('choir', 'one too many')).toMatchObject({ code: 'busy' })
  open()
  await expect.poll(() => uploads.isIdle()).toBe(true)
  await bring('choir', 'one too many')
  await expect.poll(() => uploads.isIdle()).toBe(true)
  expect(await bring('choir', 'one too many')).toBe('handle of choir')
})

test('an account with many files keeps no other waiting behind all of them', async () => {
  const { bring, devices, open, uploads } = openQueue()
  for (let n = 0; n < 100; n += 1) void bring('choir', `file ${n}`)
  void bring('band', 'one file')
  open()
  await expect.poll(() => uploads.isIdle()).toBe(true)
  expect(devices).toHaveLength(101)
  expect(devices.indexOf('band')).toBeLessThan(6)
})

test('a failure that no try took is not given to a message of a later day', async () => {
  const { bring, clock, open, uploads } = openQueue()
  open()
  const away = () => Readable.from([])
  for (const name of ['first', 'second']) void bring('choir', name)
  // It waits in line, and fails when nobody asks any more.
  expect(await bring('choir', 'photo', away)).toMatchObject({ code: 'busy' })
  await expect.poll(() => uploads.isIdle()).toBe(true)
  clock.advance(24 * 60 * 60_000)
  expect(await bring('choir', 'photo')).toBe('handle of choir')
})
