import type { Page } from '@playwright/test'
import { arrive, expect, test } from './fixtures.ts'

const day = (page: Page) => page.getByLabel('Day', { exact: true })
const time = (page: Page) => page.getByLabel('Time', { exact: true })

test('215, 231 a day and a time are chosen from a calendar and a list, by keyboard alone too', async ({
  page,
}) => {
  await arrive(page, '/dashboard/new-message')
  await day(page).fill('2027-01-31')
  await page.getByRole('button', { name: 'Open calendar' }).press('Enter')
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  await expect(calendar.getByRole('button', { name: /^Sunday,? 31 January 2027/ })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(calendar.getByText('February 2027', { exact: true })).toBeVisible()
  await page.keyboard.press('PageDown')
  await expect(calendar.getByRole('button', { name: /^Monday,? 1 March 2027/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(day(page)).toHaveValue('2027-03-01')

  await time(page).fill('09:05')
  await page.getByRole('button', { name: 'Open clock' }).click()
  const clock = page.getByRole('dialog', { name: 'Clock' })
  await expect(clock.getByRole('option', { name: '09:00' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(time(page)).toHaveValue('09:15')
  // The form knows what was chosen, as if it had been typed.
  await expect(page.getByText('Monday, 1 March 2027 at 09:15')).toBeVisible()
})

test('231 a search is emptied by its button and by Escape', async ({ page }) => {
  await arrive(page, '/dashboard/messages/scheduled?q=choir')
  const search = page.getByRole('searchbox')
  await expect(search).toHaveValue('choir')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(search).toBeFocused()
  await expect(page).toHaveURL('/dashboard/messages/scheduled')
  await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeHidden()
  await search.fill('match')
  await expect(page).toHaveURL(/q=match/)
  await search.press('Escape')
  await expect(page).toHaveURL('/dashboard/messages/scheduled')
})

test('231 boxes and lists are drawn by us, and by the system for those who need its colors', async ({
  page,
}) => {
  await arrive(page, '/dashboard/settings')
  const box = page.getByRole('checkbox').first()
  const drawing = () => box.evaluate((element) => getComputedStyle(element).appearance)
  expect(await drawing()).toBe('none')
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await drawing()).toBe('auto')
})
