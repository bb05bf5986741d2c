import { buffer } from 'node:stream/consumers'
import { png } from '../../../sandbox/src/testing.ts'
import { expect, test } from '../../test/test-app.ts'
import { openUploader } from '../../test/uploader.ts'
import { readLinkPicture } from './actions.ts'
import { readPicture } from './pictures.ts'
import { folderOf, thumbnailKey } from './rules.ts'

test('the picture beside a link is made once for all deliveries, and anew after a failure', async ({
  app,
}) => {
  const { ctx } = app
  const ada = await openUploader(app)
  const { id } = await ada.upload(png(900, 600), { name: 'plan.png' })
  const thumbnail = await buffer(await ctx.storage.get(thumbnailKey(id)))
  await ctx.storage.put(thumbnailKey(id), Buffer.from('damaged'))
  await expect(readLinkPicture(ctx, id)).rejects.toMatchObject({ code: 'unprocessable' })
  await ctx.storage.put(thumbnailKey(id), thumbnail)
  const [first, second] = await Promise.all([readLinkPicture(ctx, id), readLinkPicture(ctx, id)])
  expect(second).toBe(first)
  await ctx.storage.deleteFolder(folderOf(id))
  expect(await readLinkPicture(ctx, id)).toBe(first)
  await ada.api('DELETE', `/api/media/${id}`)
  await expect(readLinkPicture(ctx, id)).rejects.toMatchObject({ code: 'not_found' })
})

test('it does not wait behind the pictures that people upload', async ({ app }) => {
  const ada = await openUploader(app)
  const { id } = await ada.upload(png(90, 60), { name: 'plan.png' })
  const large = png(1_500, 1_500, { noise: true })
  let looked = 0
  const uploads = Array.from({ length: 22 }, () =>
    readPicture(large)
      .catch(() => {})
      .finally(() => (looked += 1)),
  )
  expect((await readLinkPicture(app.ctx, id)).length).toBeGreaterThan(100)
  expect(looked).toBeLessThan(uploads.length)
  await Promise.all(uploads)
})
