import type { Page, Route } from '@playwright/test'

/**
 * Drops the answers to these requests, which the server has done; what only reads is answered. Returns the function that
 * stops it.
 */
export async function lose(page: Page, url: string, options: { times?: number } = {}) {
  const answerNothing = async (route: Route) => {
    if (route.request().method() === 'GET') return route.fallback()
    await route.fetch()
    // A request that was under way when this was stopped goes on by itself.
    return route.abort().catch(() => {})
  }
  await page.route(url, answerNothing, options)
  return () => page.unroute(url, answerNothing)
}
