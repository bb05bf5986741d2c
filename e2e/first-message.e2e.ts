import { expect, signUp, test } from './fixtures.ts'

/** The next whole minute that leaves time to press the button, on the wall clock of the browser's zone. */
function soon(): { at: Date; day: string; time: string } {
  const at = new Date(Math.ceil((Date.now() + 20_000) / 60_000) * 60_000)
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Berlin',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at)
  const [day = '', time = ''] = parts.split(' ')
  return { at, day, time }
}

test('from signing up to a message that a group reads, on time', async ({ page, context }) => {
  test.setTimeout(180_000)
  await signUp(page)

  await page.getByRole('link', { name: 'Telegram Manager' }).click()
  await page.getByRole('button', { name: /^Connect @/ }).click()

  // The link leads into Telegram; here, to the phone on which one adds the bot to a group.
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: /^Add @/ }).click()
  const phone = await opened
  await phone.getByRole('button', { name: /Riverside Runners/ }).click()
  await expect(phone.getByText('You added Carillon')).toBeVisible()

  // The group appears by itself.
  await expect(page.getByText('Riverside Runners')).toBeVisible()
  await expect(page.getByText('Can post')).toBeVisible()
  await expect(page.getByText('1 of 1 groups')).toBeVisible()

  await page.goto('/dashboard/new-message')
  await page.getByLabel('Message', { exact: true }).fill('We meet at the *old bridge*.')
  await page.getByLabel(/Riverside Runners/).check()
  const { at, day, time } = soon()
  await page.getByLabel('Day').fill(day)
  await page.getByLabel('Time', { exact: true }).fill(time)
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()

  await expect(page).toHaveURL(/\/dashboard\/messages\/scheduled/)
  await expect(page.getByText('We meet at the old bridge.')).toBeVisible()
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible()

  // On the phone of a member, in bold where it was written in bold.
  const arrived = phone.locator('strong, b', { hasText: 'old bridge' })
  await expect(arrived).toBeVisible({ timeout: 100_000 })
  expect(Date.now()).toBeGreaterThanOrEqual(at.getTime())

  await page.getByRole('link', { name: /^Sent/ }).click()
  await expect(page.getByText('We meet at the old bridge.')).toBeVisible()

  await page.goto('/dashboard/new-message')
  await page.getByLabel('Message', { exact: true }).fill('Bring a lamp.')
  await page.getByLabel(/Riverside Runners/).check()
  await page.getByLabel('Now').check({ force: true })
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(phone.getByText('Bring a lamp.').last()).toBeVisible()
})
