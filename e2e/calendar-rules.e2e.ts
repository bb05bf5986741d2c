import { updateGroup } from '@carillon/contract/groups'
import { expect, test } from './fixtures.ts'
import { enter } from './groups.ts'

/** A month that has not begun, so that all of its sends are in the future. */
const MONTH = `${new Date().getUTCFullYear() + 1}-05`

test('226 the calendar marks what a daily limit will skip, and promises no run that the one before it leaves out', async ({
  page,
  sandbox,
}) => {
  const { say, person, group } = await enter(page, sandbox, 'Tea Time')
  const rule = { kind: 'daily' as const, everyDays: 7, at: ['16:00', '17:00'] }
  const message = await say('Tea', { rule, starts: `${MONTH}-12` }, 'automated')
  const { id, rev } = group
  const capped = await person.call(updateGroup, {
    params: { id },
    body: { rev, dailyCap: 1 },
  })
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`/dashboard/messages/scheduled?view=week&date=${MONTH}-19`)
  const skipped = page.getByRole('listitem').filter({ hasText: 'Will be skipped' }).last()
  await expect(skipped).toContainText('Daily limit: not sent to 1 group.')
  await expect(skipped.locator('.lucide-gauge')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  const day = page.getByRole('region', { name: /\b19 May/ })
  const view = page.getByRole('navigation', { name: 'View' })
  for (const link of ['Week', 'Month']) {
    await view.getByRole('link', { name: link }).click()
    const chip = day.getByRole('button', { name: /Daily limit: not sent to 1 group/ })
    await expect(chip).toContainText('17:00')
    await expect(chip.locator('.lucide-gauge')).toBeVisible()
  }

  // A run that comes while the one before it waits is told as skipped, and can still be moved.
  const quietHours = { from: '15:30', to: '18:00', mode: 'hold' as const }
  await person.call(updateGroup, {
    params: { id },
    body: { rev: capped.rev, dailyCap: null, quietHours },
  })
  await page.reload()
  await expect(day.getByRole('button', { name: /16:00/ })).toContainText('→ 18:00')
  await day.getByRole('button', { name: /17:00.*Skipped/ }).click()
  const menu = page.getByRole('menu')
  await expect(menu).toContainText(
    'It will not be sent: the one before it is still being sent then.',
  )
  await expect(menu.getByRole('menuitem', { name: 'Move…' })).toBeVisible()
  // Its editor lists only the others.
  await page.goto(`/dashboard/messages/edit/${message.id}`)
  const runs = page.getByRole('region', { name: 'Next runs' }).getByRole('listitem')
  await expect(runs.filter({ hasText: '16:00' })).toHaveCount(5)
  await expect(runs).toHaveCount(5)
})
