import type { Locator, Page } from '@playwright/test'

/** Presses a button twice before the page has drawn the first press. */
export const pressTwice = (button: Locator): Promise<void> =>
  button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })

/** Counts the requests whose address ends with `path`, from now on. Returns a function that returns the count. */
export function countRequests(page: Page, path: string): () => number {
  let asked = 0
  page.on('request', (request) => void (request.url().endsWith(path) && (asked += 1)))
  return () => asked
}
