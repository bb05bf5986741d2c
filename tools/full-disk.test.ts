import { expect, test } from 'vitest'
import { png } from '../sandbox/src/testing.ts'
import { openTestApp } from '../server/test/test-app.ts'
import { openUploader, storedFiles } from '../server/test/uploader.ts'
import { smallDisk } from './disk.ts'

test('a full disk is reported in words, the upload goes on once there is space, and nothing half done is left', async ({
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
    const message = expect.stringMatching(/disk for files is full/)
    const full = { status: 503, error: { code: 'unavailable', message } }
    expect(await ada.part(upload, file, 1)).toMatchObject(full)
    expect(await storedFiles(app)).toHaveLength(1)
    await disk.free()
    for (const n of [1, 2]) await ada.part(upload, file, n)
    expect(await ada.api('POST', `/api/media/${upload.id}/finish`)).toMatchObject({ status: 200 })
    await ada.api('DELETE', `/api/media/${upload.id}`)
    await app.runJobs()
    expect(await storedFiles(app)).toEqual([])

    // All of a picture is there, and its thumbnail finds no room: it is finished later, or given up.
    const picture = png(300, 300, { noise: true })
    const begun = await ada.start(picture)
    await ada.part(begun, picture, 0)
    const finish = () => ada.api('POST', `/api/media/${begun.id}/finish`)
    await disk.fill()
    expect(await finish()).toMatchObject(full)
    expect(await storedFiles(app)).toHaveLength(1)
    await disk.free()
    expect(await finish()).toMatchObject({ status: 200 })
    expect(await storedFiles(app)).toHaveLength(2)

    const other = png(299, 299, { noise: true })
    const givenUp = await ada.start(other)
    await ada.part(givenUp, other, 0)
    await disk.fill()
    // Nothing needs room to be erased.
    expect(await ada.api('DELETE', `/api/media/${givenUp.id}`)).toMatchObject({ status: 200 })
    await app.runJobs()
    expect(await storedFiles(app)).toHaveLength(2)
  } finally {
    await app.close()
    await disk.remove()
  }
})
