import { expect, test } from 'vitest'
import { openTestApp } from '../server/test/test-app.ts'
import { openUploader, storedFiles } from '../server/test/uploading.ts'
import { smallDisk } from './disk.ts'

test('a full disk is reported in words, and the upload goes on once there is space', async ({
  skip,
}) => {
  const disk = await smallDisk(6)
  if (!disk) return skip('A disk to fill can only be mounted by root.')
  const app = await openTestApp({ env: { DATA_DIR: disk.path } })
  try {
    const ada = await openUploader(app)
    const file = Buffer.from('%PDF-1.7'.padEnd(2_100_000, 'x'))
    const upload = await ada.start(file)
    await ada.part(upload, file, 0)
    await disk.fill()
    expect(await ada.part(upload, file, 1)).toMatchObject({
      status: 503,
      error: { code: 'unavailable', message: expect.stringMatching(/disk for files is full/) },
    })
    expect(await storedFiles(app)).toHaveLength(1)
    await disk.free()
    for (const n of [1, 2]) await ada.part(upload, file, n)
    expect(await ada.api('POST', `/api/media/${upload.id}/finish`)).toMatchObject({ status: 200 })
  } finally {
    await app.close()
    await disk.remove()
  }
})
