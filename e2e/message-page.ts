import type { Page } from '@playwright/test'

/** So far in the future that it is sent only by hand. */
export const LATER = {
  rule: { kind: 'once' as const, at: `${new Date().getUTCFullYear() + 1}-05-01T09:00` },
}
/** Every night at three. */
export const DAILY = { rule: { kind: 'daily' as const, everyDays: 1, at: ['03:00'] } }

/** Where the text of a message is written. */
export const text = (page: Page) => page.getByLabel('Message', { exact: true })

/** Chooses from the menu of a message's page. */
export async function choose(page: Page, action: string) {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
