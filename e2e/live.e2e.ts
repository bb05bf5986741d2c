import type { Page } from '@playwright/test'
import { createMessage } from '@carillon/contract/messages'
import { updateMe } from '@carillon/contract/users'
import { signInAs } from '../tools/client.ts'
import { expect, signUp, test } from './fixtures.ts'

test.use({
  env: {},
  mayComplain:
    /^The (live connection failed|profile could not be read)|WebSocket|^Failed to fetch notifications|^Live updates go on/,
})

const PASSWORD = 'correct horse battery'
const away = (page: Page) => page.getByText('Reconnecting…')
const named = (page: Page, letter: string) =>
  expect(page.getByRole('button', { name: 'User menu' })).toHaveText(letter)

/** Renames the person from elsewhere, which only a live event tells the page. */
async function rename(url: string, email: string, displayName: string) {
  const person = await signInAs(url, email, PASSWORD)
  await person.call(updateMe, { body: { displayName } })
}

test('194–196 the connection begins by polling, goes over to a websocket, and shows its token', async ({
  page,
}) => {
  const asked: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.startsWith('/socket.io')) asked.push(url)
  })
  const opened = page.waitForEvent('websocket')
  await signUp(page)
  const socket = await opened
  expect(new URL(socket.url()).pathname).toBe('/socket.io/')
  expect(asked[0]?.searchParams.get('transport')).toBe('polling')
})

test('201 a change of the person is seen without a reload', async ({ page, product }) => {
  const opened = page.waitForEvent('websocket')
  const { email } = await signUp(page)
  await opened
  await rename(product.url, email, 'Zoe')
  await named(page, 'Z')
})

test('198 where websockets do not get through, live updates come by polling', async ({
  page,
  product,
}) => {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => void socket.close())
  const { email } = await signUp(page)
  await rename(product.url, email, 'Yara')
  await named(page, 'Y')
})

test('074, 197, 207–208, 203 a restart is told after a while, outlived, and what changed is fetched', async ({
  page,
  product,
}) => {
  test.setTimeout(150_000)
  const { email } = await signUp(page)
  await page.goto('/dashboard/messages/scheduled?tab=drafts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await product.stopServer()
  await expect(away(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await product.startServer()
  const person = await signInAs(product.url, email, PASSWORD)
  await person.call(createMessage, { body: draft('Written elsewhere') })
  await expect(away(page)).toBeHidden({ timeout: 60_000 })
  await expect(page.getByText('Written elsewhere')).toBeVisible()
  await rename(product.url, email, 'Xenia')
  await named(page, 'X')
})

const draft = (text: string) => ({
  kind: 'scheduled' as const,
  content: { text },
  groupIds: [],
  status: 'draft' as const,
})
