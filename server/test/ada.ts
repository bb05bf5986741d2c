import { openBrowser, openWeb } from './browser.ts'
import type { TestApp } from './test-app.ts'

/** What Ada signs up with. */
export const ada = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' }

/** Serves an app, and signs Ada up there in a browser of hers; returns her token as well. */
export async function signUpAda(app: TestApp) {
  const web = await openWeb(app)
  const browser = openBrowser(app, web)
  await browser.post('/api/auth/sign-up/email', ada)
  return { web, browser, token: await browser.token() }
}
