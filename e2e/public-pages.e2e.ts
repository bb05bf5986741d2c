import { plans } from '@carillon/contract/tiers'
import { expect, test } from './fixtures.ts'

const pages = [
  ['/', 'Schedule messages to your Telegram and WhatsApp groups'],
  ['/features', 'Everything it does, and how'],
  ['/pricing', 'Choose Your Plan'],
  ['/about', 'A bell that rings when you said, once'],
] as const

test('001, 003, 004, 005, 008 each public page has a heading, a title and a description of its own', async ({
  page,
}) => {
  const titles = new Set<string>()
  const descriptions = new Set<string>()
  for (const [path, heading] of pages) {
    const answer = await page.goto(path)
    expect([answer?.status(), new URL(page.url()).pathname]).toEqual([200, path])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    titles.add(await page.title())
    const description = page.locator('meta[name=description]')
    descriptions.add((await description.getAttribute('content')) ?? '')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', page.url())
  }
  expect([titles.size, descriptions.size]).toEqual([pages.length, pages.length])
})

test('001, 003, 004, 005 the public pages can be read before any script has run', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
  const page = await context.newPage()
  for (const [path, heading] of pages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
    expect(await page.locator('script:not([src])').count()).toBe(0)
  }
  // Other addresses do not show the start page first.
  await page.goto('/dashboard/cycles')
  await expect(page.getByRole('heading')).toHaveCount(0)
  await context.close()
})

test('008, 191 the start says what it is for, what is free, what costs, and that WhatsApp belongs to Pro', async ({
  page,
}) => {
  await page.goto('/')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Schedule messages to your Telegram and WhatsApp groups')
  await expect(heading).toBeInViewport()
  await expect(page.getByText('WhatsApp is part of Pro.')).toBeInViewport()
  const costs = page.getByRole('region', { name: 'What it costs' })
  for (const { name, priceText } of plans) {
    await expect(costs.getByText(name, { exact: true })).toBeVisible()
    await expect(costs.getByText(priceText).first()).toBeVisible()
  }
  await expect(costs).toContainText('Self-hosted')
  await page.getByText('Does it work with WhatsApp?').click()
  await expect(
    page.getByText(
      'Yes, on Pro, where the server offers it: link your number as you link WhatsApp Web',
    ),
  ).toBeVisible()
})
