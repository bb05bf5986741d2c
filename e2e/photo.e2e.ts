import { updateMe } from '@carillon/contract/users'
import { png } from '../sandbox/src/testing.ts'
import { arrive, expect, test, toasts } from './fixtures.ts'

/** Two parts and a bit. */
const photo = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: png(1_000, 800, { noise: true }),
}

test('223, 225 a photo is uploaded although the connection drops midway, is seen in the menu, and can be removed', async ({
  page,
}) => {
  const person = await arrive(page, '/dashboard/settings')
  await person.call(updateMe, { body: { displayName: 'Ada' } })
  await page.reload()
  const field = page.getByRole('group', { name: 'Photo' })
  const menu = page.getByRole('button', { name: 'User menu' })
  await expect(menu).toHaveText('A')

  const arrived: string[] = []
  let isAway = false
  await page.route('**/api/media/*/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (isAway) return route.abort('connectionreset')
    if (pathname.includes('/parts/')) arrived.push(pathname.slice(-1))
    // The first part arrives, and then nothing does for a while.
    isAway = arrived.length === 1
    return route.continue()
  })
  await field.locator('input').setInputFiles(photo)
  await expect(field.getByRole('status')).toContainText('The connection is away')
  expect(arrived).toEqual(['0'])
  await expect(field.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow', '0')
  arrived.push('away')
  isAway = false
  await expect(toasts(page)).toContainText('Photo saved')
  expect(arrived).toEqual(['0', 'away', '1', '2'])
  await expect(menu.locator('img')).toHaveAttribute('src', /^\/media\//)
  const seen = () => menu.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(seen).toBe(256)
  await page.reload()
  await expect.poll(seen).toBe(256)

  await field.getByRole('button', { name: 'Remove photo' }).click()
  await expect(toasts(page)).toContainText('Photo removed')
  await expect(menu).toHaveText('A')
})

test('223, 225 a file that is no picture, or a damaged one, is told at the field, and nothing changes', async ({
  page,
}) => {
  await arrive(page, '/dashboard/settings')
  const field = page.getByRole('group', { name: 'Photo' })
  const choose = (name: string, buffer: Buffer) =>
    field.locator('input').setInputFiles({ name, mimeType: 'image/png', buffer })
  await choose('me.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(field.getByRole('alert')).toHaveText('Choose a picture: JPEG, PNG or WebP.')
  await choose('me.png', photo.buffer.subarray(0, 1_500_000))
  await expect(field.getByRole('alert')).toHaveText(/This picture is damaged/)
  await expect(field).toHaveAccessibleDescription(/damaged/)
  await choose('me.png', Buffer.alloc(10_000_001))
  await expect(field.getByRole('alert')).toHaveText(/A picture may have 10 MB/)
  await expect(page.getByRole('button', { name: 'User menu' }).locator('img')).toHaveCount(0)
})

test('223 a photo can be dropped, canceled and pasted', async ({ page }) => {
  await arrive(page, '/dashboard/settings')
  const field = page.getByRole('group', { name: 'Photo' })
  const encoded = photo.buffer.toString('base64')
  /** Hands the picture over as the browser does it. */
  const give = (kind: 'drop' | 'paste') =>
    field.evaluate(
      (target, [given, letters]) => {
        const data = new DataTransfer()
        const file = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))
        data.items.add(new File([file], 'me.png', { type: 'image/png' }))
        target.dispatchEvent(
          given === 'drop'
            ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
            : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
      },
      [kind, encoded] as const,
    )

  let isHeld = true
  await page.route('**/parts/1', async (route) => {
    if (!isHeld) return route.continue()
  })
  await give('drop')
  await expect(field.getByRole('progressbar')).toBeVisible()
  await field.getByRole('button', { name: 'Cancel' }).click()
  await expect(field.getByRole('button', { name: 'Upload photo' })).toBeVisible()
  isHeld = false
  await give('paste')
  await expect(toasts(page)).toContainText('Photo saved')
})
