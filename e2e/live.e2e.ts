import type { Page } from '@playwright/test'
import { createMessage } from '@carillon/contract/messages'
import { updateMe } from '@carillon/contract/users'
import { PASSWORD, signInAs, type Person } from '../tools/client.ts'
import { arrive, expect, test, toasts } from './fixtures.ts'

test.use({
  env: {},
  mayComplain:
    /^The (live connection failed|profile could not be read)|WebSocket|^Failed to fetch notifications|^Live updates (go on|could not be loaded yet)/,
})

const away = (page: Page) => page.getByText('Reconnecting…')
const named = (page: Page, letter: string) =>
  expect(page.getByRole('button', { name: 'User menu' })).toHaveText(letter)

/** Renames the person from elsewhere, which only a live event tells the page. */
const rename = (person: Person, displayName: string) =>
  person.call(updateMe, { body: { displayName } })

test('194, 195 the connection begins by polling, and goes over to a websocket', async ({
  page,
}) => {
  const asked: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.startsWith('/socket.io')) asked.push(url)
  })
  const opened = page.waitForEvent('websocket')
  await arrive(page)
  const socket = await opened
  expect(new URL(socket.url()).pathname).toBe('/socket.io/')
  expect(asked[0]?.searchParams.get('transport')).toBe('polling')
})

test('201 a change of the person is seen without a reload', async ({ page }) => {
  const opened = page.waitForEvent('websocket')
  const person = await arrive(page)
  await opened
  await rename(person, 'Zoe')
  await named(page, 'Z')
})

test('198 where websockets do not get through, live updates come by polling', async ({ page }) => {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => void socket.close())
  const person = await arrive(page)
  await rename(person, 'Yara')
  await named(page, 'Y')
})

test('074, 197, 207, 208 a restart is told after a while, outlived, and what changed is fetched', async ({
  page,
  product,
}) => {
  test.setTimeout(150_000)
  const { email } = await arrive(page, '/dashboard/messages/scheduled?tab=drafts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const logged = page.waitForEvent('console', (line) =>
    line.text().startsWith('The live connection failed'),
  )
  await product.stopServer()
  await logged
  await expect(away(page)).toBeVisible()
  await expect(toasts(page)).toHaveCount(0)

  await product.startServer()
  const person = await signInAs(product.url, email, PASSWORD)
  await person.call(createMessage, { body: draft('Written elsewhere') })
  await expect(away(page)).toBeHidden({ timeout: 60_000 })
  await expect(page.getByText('Written elsewhere')).toBeVisible()
  await rename(person, 'Xenia')
  await named(page, 'X')
})

const draft = (text: string) => ({
  kind: 'scheduled' as const,
  content: { text },
  groupIds: [],
  status: 'draft' as const,
})
