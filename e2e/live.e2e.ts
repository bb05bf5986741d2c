import type { Page } from '@playwright/test'
import { updateMe } from '@carillon/contract/users'
import type { Person } from '../tools/client.ts'
import { arrive, expect, test } from './fixtures.ts'

test.use({
  mayComplain:
    /^The (live connection failed|profile could not be read)|WebSocket|^Failed to fetch notifications|^Live updates (go on|could not be loaded yet)/,
})

const named = (page: Page, letter: string) =>
  expect(page.getByRole('button', { name: 'User menu' })).toHaveText(letter)

/** Renames the user by the API, so that the page learns it only by a live event. */
const rename = (person: Person, displayName: string) =>
  person.call(updateMe, { body: { displayName } })

/** Ends the page's connection by polling with its next event, and lets it come back. */
async function reconnect(page: Page, person: Person) {
  await page.route(/\/socket\.io\//, (route) => route.abort())
  await rename(person, 'Una')
  await expect(page.getByText('Reconnecting…')).toBeVisible()
  await page.unroute(/\/socket\.io\//)
  await expect(page.getByText('Reconnecting…')).toBeHidden()
}

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
  let tried = 0
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    tried += 1
    void socket.close()
  })
  const person = await arrive(page)
  await rename(person, 'Yara')
  await named(page, 'Y')

  await reconnect(page, person)
  await rename(person, 'Xenia')
  await named(page, 'X')
  expect(tried).toBe(1)
})

test('198 once a websocket has opened, they are tried again at each reconnect', async ({
  page,
}) => {
  let tried = 0
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    tried += 1
    if (tried > 1) return void socket.close()
    const server = socket.connectToServer()
    // Ends with its first event, as a network does.
    server.onMessage((message) => {
      socket.send(message)
      if (String(message).includes('USER_UPDATED')) void socket.close()
    })
  })
  const person = await arrive(page)
  await expect.poll(() => tried).toBe(1)
  // The first events may still come by polling.
  let names = 0
  await expect
    .poll(async () => {
      await rename(person, `Vera ${++names}`)
      return tried
    })
    .toBe(2)
  await reconnect(page, person)
  await expect.poll(() => tried).toBe(3)
})
