import { openBrowser, openWeb } from './browser.ts'
import type { TestApp } from './test-app.ts'

/** The data with which Ada signs up. */
export const ada = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' }

/** Serves an app and signs Ada up there in a browser. Returns her token as well. */
export async function signUpAda(app: TestApp) {
  const web = await openWeb(app)
  const browser = openBrowser(app, web)
  await browser.post('/api/auth/sign-up/email', ada)
  return { web, browser, token: await browser.token() }
}
