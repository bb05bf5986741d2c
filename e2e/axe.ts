import axe from 'axe-core'
import type { Page } from '@playwright/test'

/**
 * What axe finds wrong with a page as it stands: each rule that is broken, and the first element that breaks
 * it. With `rules` it asks these alone.
 */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (only) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      // To describe all that is right as well, and to fetch the styles anew, is most of what it takes.
      resultTypes: ['violations'],
      preload: false,
      // Who speaks to the browser says what stands on a button.
      ...(only
        ? { runOnly: only }
        : { rules: { 'label-content-name-mismatch': { enabled: true } } }),
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }, rules)
}
