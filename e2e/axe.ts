import axe from 'axe-core'
import type { Page } from '@playwright/test'

/**
 * The problems that axe finds on the present page: each broken rule, and the first element that breaks it. With `rules`
 * only these are checked.
 */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (only) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      // Most of the time would go into describing passed rules and fetching the styles again.
      resultTypes: ['violations'],
      preload: false,
      // For speech input, the accessible name of a button must contain its visible text.
      ...(only
        ? { runOnly: only }
        : { rules: { 'label-content-name-mismatch': { enabled: true } } }),
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }, rules)
}
