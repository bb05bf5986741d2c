import type { Page } from '@playwright/test'
import { getMe } from '@carillon/contract/users'
import { PASSWORD, signInAs } from '../tools/client.ts'
import { admit, arrive, expect, test, toasts } from './fixtures.ts'
import { lose } from './lose.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })

test('223 the e-mail address changes by a code that is sent to the new one', async ({
  page,
  context,
  product,
}) => {
  const { email } = await arrive(page, '/dashboard/settings#email')
  const next = `new-${email}`
  const typed = `New-${email}`
  const form = section(page, 'E-mail')
  await expect(form).toContainText(email)
  await form.getByRole('button', { name: 'Change e-mail' }).click()
  await expect(form.getByLabel('New e-mail')).toBeFocused()
  await form.getByLabel('New e-mail').fill(email)
  await form.getByLabel('Your password', { exact: true }).fill('wrong horse battery')
  await form.getByRole('button', { name: 'Send code' }).click()
  await expect(form.getByLabel('New e-mail')).toHaveAccessibleDescription(/your address already/)
  await form.getByLabel('New e-mail').fill(typed)
  await form.getByRole('button', { name: 'Send code' }).click()
  await expect(form.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(
    /not your password/,
  )
  await form.getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Send code' }).click()
  await expect(form.getByLabel('Code')).toBeFocused()

  const mailboxOpens = context.waitForEvent('page')
  await form.getByRole('link', { name: 'mailbox' }).click()
  const mailbox = await mailboxOpens
  await mailbox
    .getByRole('link')
    .filter({ hasText: next })
    .filter({ hasText: 'Your code to confirm your new address' })
    .click()
  const code = await mailbox.getByTestId('code').innerText()
  // The code is good after a reload, too.
  await page.reload()
  await expect(form).toContainText(`We sent a code to ${typed}`)
  // As the mail shows it.
  await form.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  // It is done, but its answer is lost: the same press again finds that out.
  await lose(page, '**/api/auth/change-email', { times: 1 })
  await form.getByRole('button', { name: 'Change e-mail' }).click()
  await expect(form).toContainText('The server cannot be reached')
  await form.getByRole('button', { name: 'Change e-mail' }).click()
  await expect(toasts(page)).toContainText('E-mail changed')
  await expect(form).toContainText(next)
  await page.getByRole('button', { name: 'User menu' }).click()
  await expect(page.getByRole('menu')).toContainText(next)
  const person = await signInAs(product.url, next, PASSWORD)
  expect(await person.call(getMe, {})).toMatchObject({ email: next })
  const told = mailbox.getByRole('link').filter({ hasText: 'Your e-mail address was changed' })
  await mailbox.goBack()
  await expect(async () => {
    await mailbox.reload()
    await expect(told.filter({ hasText: email }).first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

test.describe('with a lost answer', () => {
  // The session ends with the old password, and the next one begins when it is found that the new one holds.
  test.use({ mayComplain: /^The (live connection failed|token could not be renewed)\./ })

  test('223 another password takes the old one, and ends the other sessions', async ({
    page,
    product,
  }) => {
    const { email } = await arrive(page, '/dashboard/settings#password')
    const elsewhere = await signInAs(product.url, email, PASSWORD)
    const form = section(page, 'Password')
    const change = form.getByRole('button', { name: 'Change password' })
    await form.getByLabel('Current password').fill('wrong horse battery')
    await form.getByLabel('New password').fill('short')
    await change.click()
    await expect(form.getByLabel('New password')).toHaveAccessibleDescription(/at least 8/i)
    await form.getByLabel('New password').fill('battery horse correct')
    await change.click()
    await expect(form.getByLabel('Current password')).toHaveAccessibleDescription(
      'This is not your current password.',
    )
    await form.getByLabel('Current password').fill(PASSWORD)
    await lose(page, '**/api/auth/change-password', { times: 1 })
    await change.click()
    await expect(form).toContainText('The server cannot be reached')
    await change.click()
    await expect(toasts(page)).toContainText('Password changed')
    await expect(form.getByLabel('New password')).toHaveValue('')

    await expect(elsewhere.token()).rejects.toThrow()
    await expect(signInAs(product.url, email, PASSWORD)).rejects.toThrow()
    await signInAs(product.url, email, 'battery horse correct')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  })
})

test('223 sessions are listed, and one or all others can be ended', async ({ page, product }) => {
  const { email } = await admit(page)
  const there = await signInAs(product.url, email, PASSWORD)
  await page.goto('/dashboard/settings#sessions')
  const sessions = section(page, 'Sessions')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').first()).toContainText('This device')
  await lose(page, '**/api/users/me/sessions/*', { times: 1 })
  await sessions.getByRole('button', { name: /^End the session of/ }).click()
  await expect(toasts(page)).toContainText('Signed out of')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(there.token()).rejects.toThrow()

  await signInAs(product.url, email, PASSWORD)
  const third = await signInAs(product.url, email, PASSWORD)
  // Who comes back to the page sees what happened meanwhile.
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await sessions.getByRole('button', { name: 'End all others' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(third.token()).rejects.toThrow()
})
