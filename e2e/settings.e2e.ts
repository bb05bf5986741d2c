import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { getMessage, sendMessageNow } from '@carillon/contract/messages'
import { getMe } from '@carillon/contract/users'
import { newPerson, PASSWORD, signInAs } from '../tools/client.ts'
import { arrive, expect, test, toasts } from './fixtures.ts'
import { enter } from './groups.ts'
import { lose, loseFirst } from './lose.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })

test('034, 223 each section has an address, and can be reached from any other', async ({
  page,
}) => {
  await arrive(page, '/dashboard/settings#sessions')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(section(page, 'Sessions')).toBeInViewport()
  const links = page.getByRole('navigation', { name: 'Sections' })
  await links.getByRole('link', { name: 'Your data' }).click()
  await expect(page).toHaveURL('/dashboard/settings#data')
  await expect(section(page, 'Your data')).toBeFocused()
  await expect(section(page, 'Your data')).toBeInViewport()
})

test('223 the section that is read is marked among the links', async ({ page }) => {
  await arrive(page, '/dashboard/settings')
  const marked = page.getByRole('navigation', { name: 'Sections' }).locator('[aria-current]')
  await expect(marked).toHaveText('Profile')
  await section(page, 'Time zone').getByRole('combobox', { name: 'Your time zone' }).hover()
  await page.mouse.wheel(0, 400)
  await expect(marked).not.toHaveText('Profile')
  await page.mouse.wheel(0, 9_000)
  await expect(marked).toHaveText('Delete account')
  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await expect(marked).toHaveText('Sessions')
})

test('223 a name of 60 characters is the longest', async ({ page }) => {
  await arrive(page, '/dashboard/settings')
  const profile = section(page, 'Profile')
  const name = profile.getByLabel('Name')
  const save = profile.getByRole('button', { name: 'Save profile' })

  await name.fill('N'.repeat(61))
  await save.click()
  await expect(name).toHaveAccessibleDescription(/at most 60 characters/)

  await name.fill(`  ${'N'.repeat(60)}  `)
  await lose(page, '**/api/users/me', { times: 1 })
  await save.click()
  await expect(toasts(page)).toContainText('Profile saved')
  await expect(page.getByRole('button', { name: 'User menu' })).toHaveText('N')

  await page.getByRole('button', { name: 'User menu' }).click()
  await expect(page.getByRole('menu')).toContainText('N'.repeat(60))
  expect((await page.getByRole('menu').boundingBox())?.width).toBe(224)
  await page.keyboard.press('Escape')

  await name.fill('')
  await save.click()
  await expect(page.getByRole('button', { name: 'User menu' })).toHaveText('P')
})

test('223 who leaves with something unsaved is asked first', async ({ page }) => {
  await arrive(page, '/dashboard/settings')
  const profile = section(page, 'Profile')
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
  const away = page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Scheduled Messages' })

  await profile.getByLabel('Name').fill('Half a na')
  await section(page, 'Password').getByLabel('New password').fill('half a pass')
  await page.getByRole('link', { name: 'Your data' }).click()
  await expect(page).toHaveURL('/dashboard/settings#data')
  await away.click()
  await asked.getByRole('button', { name: 'Stay' }).click()
  await expect(profile.getByLabel('Name')).toHaveValue('Half a na')

  // The other form has something to lose as well.
  await profile.getByRole('button', { name: 'Discard changes' }).click()
  await away.click()
  await asked.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/dashboard/messages/scheduled')
})

test('201, 223, 232 what one tab saves the other shows, and what is typed there stays', async ({
  page,
  context,
}) => {
  await arrive(page, '/dashboard/settings')
  const other = await context.newPage()
  await other.goto('/dashboard/settings')
  await section(other, 'Profile').getByLabel('Name').fill('Half a na')
  await section(page, 'Profile').getByLabel('Name').fill('Ines')
  await section(page, 'Profile').getByRole('button', { name: 'Save profile' }).click()
  await expect(other.getByRole('button', { name: 'User menu' })).toHaveText('I')
  await expect(section(other, 'Profile').getByLabel('Name')).toHaveValue('Half a na')
  await section(other, 'Profile').getByRole('button', { name: 'Discard changes' }).click()
  await expect(section(other, 'Profile').getByLabel('Name')).toHaveValue('Ines')
})

test('223 the time zone and the choice of mails are saved as they are made', async ({
  page,
  product,
}) => {
  const { email } = await arrive(page, '/dashboard/settings')
  const zone = section(page, 'Time zone').getByRole('combobox', { name: 'Your time zone' })
  await zone.click()
  await zone.fill('tokyo')
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Time zone saved')
  await expect(section(page, 'Time zone')).toContainText('This device is set to Berlin')

  const mails = section(page, 'Notifications')
  // New users get mails about failures.
  await expect(mails.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await mails.getByRole('checkbox', { name: 'Connections' }).uncheck()
  await mails.getByRole('checkbox', { name: 'Deliveries' }).uncheck()
  await mails.getByRole('checkbox', { name: 'Groups' }).check()
  await mails.getByRole('checkbox', { name: 'Messages' }).check()
  await mails.getByRole('checkbox', { name: 'Groups' }).uncheck()
  const person = await signInAs(product.url, email, PASSWORD)
  await expect
    .poll(() => person.call(getMe, {}))
    .toMatchObject({
      timeZone: 'Asia/Tokyo',
      preferences: { mailed: ['messages'] },
    })
})

test('223 how many copies went out is seen day by day, and how soon after their time', async ({
  page,
  sandbox,
}) => {
  const { say, person } = await enter(page, sandbox, 'Counting Club')
  await page.goto('/dashboard/settings#deliveries')
  const deliveries = section(page, 'Deliveries')
  await expect(deliveries).toContainText('Last 14 days: nothing was due.')
  const { id } = await say('One, two, three', { rule: { kind: 'once', at: '2099-12-01T09:00' } })
  await person.call(sendMessageNow, { params: { id } })
  await expect
    .poll(async () => (await person.call(getMessage, { params: { id } })).status)
    .toBe('sent')
  await page.reload()
  await expect(deliveries).toContainText('Last 14 days: 1 copy sent.')
  await expect(deliveries).toContainText(
    /The copy of the last 24 hours was sent within [\d.]+ second/,
  )
  await deliveries.getByRole('link', { name: '1 copy sent' }).click()
  await expect(page.getByRole('button', { name: /One, two, three/ }).first()).toBeVisible()
})

test('223 everything that is kept can be taken along as a file', async ({ page }) => {
  const { email } = await arrive(page, '/dashboard/settings#data')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^carillon-export-\d{4}-\d\d-\d\d\.json$/)
  expect(await readFile(await file.path(), 'utf8')).toContain(email)
})

test.describe('with a lost answer', () => {
  // The session has ended with the account when it is asked again.
  test.use({ mayComplain: /^The (live connection failed|token could not be renewed)\./ })

  test('178, 223 an account is deleted once its address and password are typed, and is gone then', async ({
    page,
    product,
  }) => {
    const person = await newPerson(product.url, 'leaving@example.org')
    const { email } = await arrive(page, '/dashboard/settings#data', person)
    // Unsaved changes must not stop the navigation after the deletion.
    await page.getByLabel('Name', { exact: true }).fill('Nobody')
    await page.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    const typed = dialog.getByLabel(`Type ${email} to confirm`)
    await typed.fill('somebody.else@example.org')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(typed).toHaveAccessibleDescription(/exactly as it stands/)
    const password = dialog.getByLabel('Your password')
    await expect(password).toHaveAccessibleDescription(
      'Enter your password to delete your account.',
    )
    await typed.fill(` ${email.toUpperCase()} `)
    await password.fill('wrong horse battery')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(password).toHaveAccessibleDescription('This is not your password.')
    await expect(password).toHaveValue('wrong horse battery')
    await signInAs(product.url, email, PASSWORD)
    await password.fill(PASSWORD)
    // The answer is lost. When the page asks again, the session has ended together with the account.
    await loseFirst(page, '**/api/users/me', async (route) => {
      await route.fetch()
      await page.getByRole('dialog', { name: 'Sign in again to go on' }).waitFor()
    })
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(page).toHaveURL('/')
    // The notice is on the page until the next navigation.
    const said = page.getByRole('status').filter({ hasText: 'Account deleted' })
    await expect(said).toContainText('nothing more is sent')
    await expect(page.getByRole('navigation').getByText('Get Started')).toBeVisible()
    await expect(signInAs(product.url, email, PASSWORD)).rejects.toThrow()
  })
})

test('224 a plan that this server gives is named, and nothing is to be paid or canceled', async ({
  page,
}) => {
  await arrive(page, '/dashboard/settings#plan')
  const plan = section(page, 'Plan and billing')
  await expect(plan).toContainText('Your current plan: Pro')
  await expect(plan).toContainText('0 groups · Unlimited')
  await expect(plan).toContainText('You have it from this server; nothing is charged.')
  await plan.getByRole('button', { name: 'Past invoices' }).click()
  await expect(toasts(page)).toContainText('There are no bills yet: you have not bought a plan.')
  await expect(plan.getByRole('button')).toHaveCount(1)
})

test('223, 231 at 320 px nothing is cut off', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await arrive(page, '/dashboard/settings')
  await expect(section(page, 'Sessions').getByRole('listitem')).toHaveCount(1)
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(tooWide).toBe(0)
})
