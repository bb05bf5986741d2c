import { createCycle } from '@carillon/contract/cycles'
import { createMessage } from '@carillon/contract/messages'
import type { Page } from '@playwright/test'
import { pagesOf, type OpenPage } from '../tools/pages.ts'
import { violationsOf } from './axe.ts'
import { admit, expect, test } from './fixtures.ts'
import { enter } from './groups.ts'

const WIDTHS = [1280, 390]
const THEMES = ['dark', 'light'] as const

/** The heading of each page of the dashboard, which is also the title of the window. */
const HEADINGS: Record<string, string> = {
  automated: 'Automated Messages',
  scheduled: 'Scheduled Messages',
  newMessage: 'New message',
  cycles: 'Cycles',
  newCycle: 'New cycle',
  telegram: 'Telegram Manager',
  whatsapp: 'Whatsapp Manager',
  settings: 'Settings',
  pricing: 'Choose Your Plan',
}

/** The rules of axe about colors. */
const COLORS = ['color-contrast', 'link-in-text-block']

/** The narrowest window that people use: an old phone, or a page at 400 %. */
const NARROWEST = 320

test.setTimeout(240_000)

test('007, 227, 230, 231 every page for guests is accessible, quiet, and no wider than its window', async ({
  page,
}) => {
  for (const open of pagesOf({}).filter(({ memberOnly }) => !memberOnly)) await look(page, open)
})

test('024, 025, 026, 028, 032, 033, 034, 035, 037, 227, 230, 231 every page of the dashboard has its heading, its title and the frame around it, is accessible, quiet, and no wider than its window', async ({
  page,
}) => {
  const person = await admit(page)
  const { id } = await person.call(createMessage, {
    body: { kind: 'scheduled', content: { text: 'We *start* at nine.' }, status: 'draft' },
  })
  const { id: cycle } = await person.call(createCycle, {
    body: { name: 'Notices', steps: [{ content: { text: 'Hello.' } }], status: 'draft' },
  })
  const things = { editMessage: id, cycle, editCycle: cycle }
  const headed: string[] = []
  const text = page.locator('form').getByLabel('Message', { exact: true })
  for (const open of pagesOf(things).filter(({ memberOnly }) => memberOnly)) {
    await look(page, open)
    const heading = HEADINGS[open.name]
    if (!heading) continue
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    // The number of unread notifications may precede it.
    await expect(page).toHaveTitle(new RegExp(`(^|\\) )${heading} · Carillon$`))
    if (open.name === 'newMessage') await expect(text).toBeVisible()
    headed.push(open.name)
  }
  expect(headed.toSorted()).toEqual(Object.keys(HEADINGS).toSorted())
})

test('227, 230, 231 lists and Today are as accessible when they hold something', async ({
  page,
  sandbox,
}) => {
  const { say } = await enter(page, sandbox, 'Sign Language Circle of the Northern Quarter')
  await say(
    'Every hour',
    { rule: { kind: 'every', n: 1, unit: 'hour', anchor: '2026-01-01T00:00' } },
    'automated',
  )
  await say('Next year', {
    rule: { kind: 'once', at: `${new Date().getUTCFullYear() + 1}-05-01T22:00` },
  })
  for (const path of ['automated', 'scheduled', 'scheduled?view=month', 'scheduled?view=week']) {
    await look(page, { path: `/dashboard/messages/${path}` } as OpenPage)
  }
})

/** Checks a page with axe in both themes at each width, and that it fits the narrowest window. */
async function look(page: Page, { path }: OpenPage) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status').and(page.getByText('Loading'))).toHaveCount(0)
  await page.evaluate(stopTransitions)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    for (const theme of THEMES) {
      await page.evaluate(
        (dark) => document.documentElement.classList.toggle('dark', dark),
        theme === 'dark',
      )
      // Themes differ only in their colors: the second is checked for these alone.
      const found = await violationsOf(page, theme === THEMES[0] ? undefined : COLORS)
      expect([path, theme, width, ...found]).toEqual([path, theme, width])
    }
    await holdToWidth(page, path)
  }
  await page.setViewportSize({ width: NARROWEST, height: 800 })
  await holdToWidth(page, path)
}

/** Makes a change of theme immediate: else the colors change in transitions. */
function stopTransitions() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

async function holdToWidth(page: Page, path: string) {
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  const width = page.viewportSize()?.width
  expect(`${path} at ${width} is ${Math.max(0, tooWide)} px too wide`).toBe(
    `${path} at ${width} is 0 px too wide`,
  )
}
