import { expect, test } from './fixtures.ts'

/** What may reach a browser at the start, compressed, in bytes: it opens on a slow phone within a blink or two. */
const SCRIPTS_MAX = 105_000
const STYLES_MAX = 15_000

test('229 the start is light, however much there is behind it', async ({ page }) => {
  const loaded = new Map<string, Promise<number>>()
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    if (!/\.(js|css)$/.test(pathname)) return
    loaded.set(
      pathname,
      request.sizes().then((sizes) => sizes.responseBodySize),
    )
  })
  const weighed = async (end: string) => {
    const sizes = [...loaded].filter(([path]) => path.endsWith(end)).map(([, size]) => size)
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await weighed('.js')).toBeLessThan(SCRIPTS_MAX)
  expect(await weighed('.css')).toBeLessThan(STYLES_MAX)
})
