import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { calendars, pagesOf } from '../../tools/pages.ts'
import { openExample, type Example } from './example.ts'
import { guest, look, THEMES } from './look.ts'
import { siteShots } from './site.ts'
import { webp } from './webp.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Not kept in the repository. */
const ALL = join(ROOT, 'shots')

/** What the public pages show; kept in the repository, so it is small. */
const SITE = join(ROOT, 'web/src/features/landing/shots')

const WIDTHS = [390, 820, 1280, 1920]

/** Longer than any animation. */
const SETTLED_MS = 400

// The example is somebody's in Berlin, wherever this runs.
process.env['TZ'] = 'Europe/Berlin'

const example = await openExample()
const browser = await chromium.launch({
  ...(process.env['CHROME_BIN'] ? { executablePath: process.env['CHROME_BIN'] } : {}),
  // The fields for days and times follow the language of the browser itself, not of the page.
  env: { ...process.env, LANGUAGE: 'en_GB' },
})
try {
  if (process.argv[2] === 'site') await shootSite(browser, example)
  else await shootAll(browser, example)
} finally {
  await browser.close()
  await example.close()
}

/** Every page, whole, in both themes and four widths. */
async function shootAll(browser: Browser, { url, things, enter }: Example) {
  await rm(ALL, { recursive: true, force: true })
  for (const theme of THEMES) {
    const state = await enter(browser, theme)
    for (const width of WIDTHS) {
      const folder = join(ALL, `${theme}-${width}`)
      await mkdir(folder, { recursive: true })
      for (const { name, path, memberOnly } of [...pagesOf(things), ...calendars]) {
        const context = await browser.newContext({
          ...look(theme, width, 800),
          baseURL: url,
          // The pages for guests are only there for guests.
          storageState: memberOnly ? state : guest(url, theme),
        })
        const page = await context.newPage()
        await page.goto(path, { waitUntil: 'networkidle' })
        // The mouse begins in the corner, over the sidebar, which it opens.
        await page.mouse.move(width / 2, 5)
        await page.waitForTimeout(SETTLED_MS)
        await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
        await context.close()
      }
      process.stdout.write(`  ${folder}\n`)
    }
  }
}

/** What the public pages show of the dashboard, in both themes. */
async function shootSite(browser: Browser, example: Example) {
  await mkdir(SITE, { recursive: true })
  for (const theme of THEMES) {
    const state = await example.enter(browser, theme)
    for (const { name, path, width, height } of siteShots(example.things)) {
      const context = await browser.newContext({
        ...look(theme, width, height),
        baseURL: example.url,
        storageState: state,
        // Sharp on the screens that most people have, small enough for those who pay by the byte.
        deviceScaleFactor: 1.5,
      })
      const page = await context.newPage()
      await hideSandbox(page)
      await page.goto(path, { waitUntil: 'networkidle' })
      // On a busy machine the network is quiet before the page is drawn.
      await page.getByRole('heading', { level: 1 }).waitFor()
      // In the corner the mouse opens the sidebar.
      await page.mouse.move(width / 2, 5)
      await page.waitForTimeout(SETTLED_MS)
      const picture = await webp(browser, await page.screenshot())
      await writeFile(join(SITE, `${name}-${theme}.webp`), picture)
      process.stdout.write(`  ${name}-${theme}.webp  ${Math.round(picture.length / 1_000)} kB\n`)
      await context.close()
    }
  }
}

/** Where people use it, no sandbox plays Telegram: its mark is left out. */
async function hideSandbox(page: Page) {
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: object }
    await route.fulfill({ json: { data: { ...data, sandbox: null } } })
  })
}
