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

/** Does something in place of the answer to the first of these changes. The server gets it only if `act` fetches it. */
export async function loseFirst(page: Page, url: string, act: (route: Route) => Promise<unknown>) {
  let isFirst = true
  await page.route(url, async (route) => {
    if (!isFirst || route.request().method() === 'GET') return route.fallback()
    isFirst = false
    await act(route)
    return route.abort()
  })
}

/**
 * Loses the answer to the first of these requests, which the server has done, and refuses its repetition as one that was
 * done before: the server does so while it has not stored its first answer. `act` does the request, or a part of it.
 */
export async function loseAndRefuse(
  page: Page,
  url: string,
  act: (route: Route) => Promise<unknown> = (route) => route.fetch(),
): Promise<void> {
  let asked = 0
  await page.route(url, async (route) => {
    asked += 1
    if (asked > 2) return route.fallback()
    if (asked === 2) return route.fulfill({ status: 409, json: { error: ALREADY_DONE } })
    await act(route)
    return route.abort()
  })
}

const ALREADY_DONE = {
  code: 'already_done',
  message: 'This was already done. Look at the result before you do it again.',
}
