import type { Page } from '@playwright/test'
import { text } from './message-page.ts'

/** The offer of what stands on another device. */
export const offer = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Continue what you wrote on another device?' })

/** Resolves when the server has stored what is typed. */
export const kept = (page: Page) =>
  page.waitForResponse(
    (answer) => answer.url().includes('/api/unsaved/') && answer.request().method() === 'PUT',
  )

/** Types a text, and waits until the server has stored it. */
export async function typeKept(page: Page, words: string) {
  const stored = kept(page)
  await text(page).fill(words)
  await stored
}
