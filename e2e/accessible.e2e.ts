import { AxeBuilder } from '@axe-core/playwright'
import { createCycle } from '@carillon/contract/cycles'
import { createMessage } from '@carillon/contract/messages'
import type { Page } from '@playwright/test'
import { pagesOf, type OpenPage } from '../tools/pages.ts'
import { arrive, expect, test } from './fixtures.ts'
import { enter } from './groups.ts'

const WIDTHS = [1280, 390]
const THEMES = ['dark', 'light'] as const

/** What axe asks of colors. */
const COLORS = ['color-contrast', 'link-in-text-block']

/** The narrowest that people use: a phone of long ago, or a page at 400 %. */
const NARROWEST = 320

test.setTimeout(480_000)

test('007, 227, 230, 231 every page for guests is accessible, quiet, and no wider than its window', async ({
  page,
}) => {
  for (const open of pagesOf({}).filter(({ memberOnly }) => !memberOnly)) await look(page, open)
})

test('227, 230, 231 every page of the dashboard is accessible, quiet, and no wider than its window', async ({
  page,
}) => {
  const person = await arrive(page)
  const { id } = await person.call(createMessage, {
    body: { kind: 'scheduled', content: { text: 'We *start* at nine.' }, status: 'draft' },
  })
  const { id: cycle } = await person.call(createCycle, {
    body: { name: 'Notices', steps: [{ content: { text: 'Hello.' } }], status: 'draft' },
  })
  const things = { editMessage: id, cycle, editCycle: cycle }
  for (const open of pagesOf(things).filter(({ memberOnly }) => memberOnly)) {
    await look(page, open)
  }
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

/** Holds a page to axe in both themes at each width, and to its width at the narrowest as well. */
async function look(page: Page, { path }: OpenPage) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status').and(page.getByText('Loading'))).toHaveCount(0)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    for (const theme of THEMES) {
      await page.evaluate(turn, theme === 'dark')
      const axe = new AxeBuilder({ page })
        .setLegacyMode()
        // Who speaks to the browser says what stands on a button.
        .options({ rules: { 'label-content-name-mismatch': { enabled: true } } })
      // Themes differ in their colors alone: the second need not be asked everything again.
      if (theme !== THEMES[0]) axe.withRules(COLORS)
      const { violations } = await axe.analyze()
      const found = violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`)
      expect([theme, width, ...found]).toEqual([theme, width])
    }
    await holdToWidth(page, path)
  }
  await page.setViewportSize({ width: NARROWEST, height: 800 })
  await holdToWidth(page, path)
}

/**
 * Turns the page dark or light, and waits for its colors: each level takes a frame, even without motion.
 * What is folded away ends its transitions only when it is unfolded.
 */
async function turn(dark: boolean) {
  document.documentElement.classList.toggle('dark', dark)
  do await new Promise(requestAnimationFrame)
  while (document.getAnimations().some(({ playState }) => playState === 'running'))
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
