import { expect, test } from './fixtures.ts'
import { enter } from './groups.ts'

test('a group shows its network and the photo that it has there, as soon as somebody changes it', async ({
  page,
  sandbox,
}) => {
  const { group } = await enter(page, sandbox, 'Harbor Choir')
  await page.goto('/dashboard/telegram-manager')
  const row = page.getByRole('listitem').filter({ hasText: 'Harbor Choir' })
  await expect(row.getByRole('img', { name: 'Telegram' })).toBeVisible()
  await expect(row).toContainText(/^H\u200CC/)

  await sandbox.setPhoto(Number(group.externalId), true)
  const photo = row.locator('img')
  await expect(photo).toBeVisible()
  await expect.poll(() => photo.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(96)
  await expect(row).not.toContainText(/^H\u200CC/)

  await page.goto('/dashboard/new-message')
  const choice = page.getByRole('checkbox', { name: /Telegram.*Harbor Choir/ })
  await choice.check()
  await expect(page.getByLabel('What members see in Telegram').locator('img').first()).toBeVisible()

  await sandbox.setPhoto(Number(group.externalId), false)
  await expect(page.getByLabel('What members see in Telegram').locator('img')).toHaveCount(0)
})
