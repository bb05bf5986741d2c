import { AxeBuilder } from '@axe-core/playwright'
import { expect, signUp, test } from './fixtures.ts'

const PUBLIC = ['/', '/login', '/signup', '/forgot-password', '/password-reset']
const DASHBOARD = [
  '/dashboard/messages/automated',
  '/dashboard/messages/scheduled',
  '/dashboard/new-message',
  '/dashboard/cycles',
  '/dashboard/telegram-manager',
  '/dashboard/whatsapp-manager',
]

for (const theme of ['dark', 'light'] as const) {
  for (const width of [390, 1280]) {
    test(`007, 227, 230 every page is accessible and quiet: ${theme}, ${width} px`, async ({
      page,
    }) => {
      test.setTimeout(180_000)
      await page.setViewportSize({ width, height: 800 })
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
      const look = async (path: string) => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const { violations } = await new AxeBuilder({ page }).analyze()
        const found = violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`)
        expect(found).toEqual([])
        const tooWide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(`${path} is ${Math.max(0, tooWide)} px too wide`).toBe(`${path} is 0 px too wide`)
      }
      for (const path of PUBLIC) await look(path)
      await signUp(page)
      for (const path of DASHBOARD) await look(path)
    })
  }
}
