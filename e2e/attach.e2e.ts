import { truncate, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { listMedia, updateMedia } from '@carillon/contract/media'
import { png } from '../sandbox/src/testing.ts'
import { admit, expect, test } from './fixtures.ts'
import { filmed, give } from './files.ts'
import { bringGroup } from './groups.ts'

const picture = (name: string, width = 640) => ({
  name,
  mimeType: 'image/png',
  buffer: png(width, 480),
})
const tiles = (page: Page) => page.getByRole('listitem', { name: /^File \d/ })
const handleOf = (page: Page, n: number) => page.getByRole('button', { name: `Move file ${n}` })

test('215, 225 two pictures are attached, put in order and described, and members see them as an album', async ({
  page,
  sandbox,
}) => {
  const person = await admit(page)
  const { externalId } = await bringGroup(person, sandbox, 'Harbour Sailors')
  await page.goto('/dashboard/new-message')
  await page.getByRole('checkbox', { name: 'Harbour Sailors' }).check()
  await page.getByLabel('Message', { exact: true }).fill('At the *bridge*.')
  await page.getByLabel('Files', { exact: true }).setInputFiles([picture('other.png')])
  await page.getByRole('button', { name: 'Remove other.png' }).click()
  await expect(tiles(page)).toHaveCount(0)
  // Changes of the layout wait for the end of a press.
  await page.mouse.move(640, 5)
  await page.mouse.down()
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles([picture('start.png'), picture('mill.png', 320)])
  await expect(page.getByPlaceholder('Write a caption…')).toBeVisible()
  await expect(tiles(page)).toHaveCount(0)
  await page.mouse.up()
  await expect(tiles(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^More for file/ })).toHaveCount(2)
  const preview = page.getByRole('region', { name: 'What members see in Telegram' })
  await expect(preview.getByRole('listitem')).toHaveCount(2)

  await handleOf(page, 1).press('Alt+ArrowRight')
  await expect(tiles(page).first()).toHaveAccessibleName('File 1: mill.png')
  const [from, to] = [await handleOf(page, 2).boundingBox(), await handleOf(page, 1).boundingBox()]
  await page.mouse.move(from!.x + 50, from!.y + 50)
  await page.mouse.down()
  await page.mouse.move(to!.x + 4, to!.y + 50, { steps: 6 })
  await page.mouse.up()
  await expect(tiles(page).last()).toHaveAccessibleName('File 2: mill.png')
  await handleOf(page, 1).press('Alt+ArrowRight')
  await expect(tiles(page).first()).toHaveAccessibleName('File 1: mill.png')
  await page.getByRole('button', { name: 'More for file 1' }).click()
  await page.getByRole('menuitem', { name: 'Describe it' }).click()
  await page.getByLabel('Description').fill('The old mill')
  // Another device describes it meanwhile: neither is dropped unseen.
  const { items } = await person.call(listMedia, { query: { q: 'mill' } })
  const { id, rev, name } = items[0]!
  const theirs = 'A mill by the river'
  await person.call(updateMedia, { params: { id }, body: { rev, name, alt: theirs } })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(page.getByText('Its description has changed since you opened it')).toBeVisible()
  await expect(page.getByText(theirs)).toBeVisible()
  await page.getByRole('button', { name: 'Load the newest' }).click()
  await expect(page.getByLabel('Description')).toHaveValue(theirs)
  await page.getByRole('button', { name: 'Put mine back' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('The old mill')
  await save.click()
  await expect(tiles(page).first().getByRole('img')).toHaveAccessibleName('The old mill')

  await page.getByText('Now', { exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('1 of 1 sent')).toBeVisible()
  const sent = (await sandbox.ledger()).filter(({ chatId }) => chatId === externalId)
  expect(sent.flatMap(({ media = [] }) => media.map(({ kind }) => kind))).toEqual([
    'photo',
    'photo',
  ])

  // The file is used again, and can be removed.
  await page.goto('/dashboard/new-message')
  await page.getByRole('button', { name: 'Add files' }).click()
  await page.getByRole('menuitem', { name: 'From your files' }).click()
  await page.getByLabel('Search your files').fill('old mill')
  await page.getByRole('button', { name: 'mill.png, photo' }).click()
  await page.getByRole('button', { name: 'Add the file' }).click()
  await expect(tiles(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove mill.png' }).click()
  await expect(tiles(page)).toHaveCount(0)
})

test('215, 225 a file that cannot be used is told at it, and a message waits for its files', async ({
  page,
  sandbox,
}, testInfo) => {
  const person = await admit(page)
  await bringGroup(person, sandbox, 'Elm Street')
  await page.goto('/dashboard/new-message')
  await page.getByRole('checkbox', { name: 'Elm Street' }).check()
  const svg = Buffer.from('<svg')
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles({ name: 'plan.svg', mimeType: 'image/svg+xml', buffer: svg })
  await expect(tiles(page).getByRole('alert')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Before it is sent' })).toContainText(
    'A file was not uploaded. Upload it again, or remove it.',
  )
  // A file that failed is not counted; without a picture an icon is shown.
  await expect(page.getByRole('list', { name: 'File, not uploaded' })).toBeVisible()
  await expect(tiles(page).locator('img')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('A file was not uploaded').first()).toBeVisible()
  await page.getByText('Now', { exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('A file was not uploaded').first()).toBeVisible()
  await expect(tiles(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove plan.svg' }).click()

  // A file that is too large is refused before any of it is sent.
  const film = testInfo.outputPath('film.mp4')
  await writeFile(film, '')
  await truncate(film, 60_000_000)
  const parts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/parts/')) parts.push(request.url())
  })
  await page.getByLabel('Files', { exact: true }).setInputFiles(film)
  await expect(tiles(page).getByRole('alert')).toHaveText(
    /^This file has 60 MB, and your tier allows/,
  )
  expect(parts).toEqual([])
  await page.getByRole('button', { name: 'Remove film.mp4' }).click()

  // A video shows its first frame.
  const finished = page.waitForResponse(/\/finish$/)
  const clip = { name: 'clip.mp4', mimeType: 'video/mp4', buffer: await filmed(page) }
  await page.getByLabel('Files', { exact: true }).setInputFiles(clip)
  const { data } = (await (await finished).json()) as { data: object }
  expect(data).toMatchObject({ kind: 'video', width: 64, height: 36 })
  const frame = tiles(page).locator('img')
  await expect(frame).toHaveJSProperty('naturalWidth', 64)
  await page.getByRole('button', { name: 'Remove clip.mp4' }).click()

  // Files are dropped and pasted, too.
  await give(page, 'drop', 'dropped.png')
  await give(page, 'paste', 'pasted.png')
  await expect(page.getByRole('button', { name: /^More for file/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove dropped.png' }).click()
  await page.getByRole('button', { name: 'Remove pasted.png' }).click()
  await page.getByLabel('Message', { exact: true }).fill('No plan today.')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('1 of 1 sent')).toBeVisible()
})

test('225 an upload that the server could not take goes on by a press, and a copied step waits for the same file', async ({
  page,
}) => {
  await admit(page)
  await page.goto('/dashboard/new-cycle')
  let begun = 0
  await page.route('**/api/media', async (route) => {
    begun += 1
    if (begun > 1) return route.continue()
    const error = { code: 'unavailable', message: 'The storage is away. Try again in a moment.' }
    return route.fulfill({ status: 503, json: { error } })
  })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/media/*/parts/*', async (route) => {
    await held.promise
    return route.continue()
  })
  await page.getByLabel('Files', { exact: true }).setInputFiles(picture('mill.png', 333))
  await expect(tiles(page).getByRole('alert')).toHaveText(
    'The storage is away. Try again in a moment.',
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('progressbar', { name: 'Uploading mill.png' })).toBeVisible()

  await page.getByRole('button', { name: 'More for step 1' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(tiles(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Cancel the upload of mill.png' }).first().click()
  await expect(tiles(page)).toHaveCount(1)
  held.resolve()
  await expect(page.getByRole('button', { name: 'More for file 1' })).toBeVisible()
  expect(begun).toBe(2)
})

test('215 a text that is too long below a picture is shortened where it is too much, or sent after it', async ({
  page,
  sandbox,
}) => {
  const person = await admit(page)
  await bringGroup(person, sandbox, 'Old mill')
  const since = (await sandbox.ledger()).at(-1)?.seq ?? 0
  await page.goto('/dashboard/new-message')
  const text = page.getByLabel('Message', { exact: true })
  await page.getByRole('checkbox', { name: 'Old mill' }).check()
  await text.fill(`*${'a'.repeat(1_030)}*`)
  await expect(page.getByRole('button', { name: 'Select what is too much' })).toHaveCount(0)
  await page.getByLabel('Files', { exact: true }).setInputFiles(picture('mill.png', 345))
  await expect(page.getByRole('button', { name: 'More for file 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Select what is too much' }).click()
  await page.keyboard.press('Delete')
  await expect(text).toHaveValue(/^\*?a{1023,1024}$/)
  await text.press('ControlOrMeta+z')

  await page.getByText('Now', { exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText(/at most 1,024 characters with files/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Send the text after the picture' }).click()
  await expect(page.getByText(/at most 1,024 characters/)).toHaveCount(0)
  const after = page.getByText('The text goes after the picture, as a message of its own.')
  await expect(after).toBeVisible()
  const preview = page.getByRole('region', { name: 'What members see in Telegram' })
  const bubbles = preview.locator('.bg-bubble')
  await expect(bubbles).toHaveCount(2)
  await expect(bubbles.first().locator('img')).toBeVisible()
  await expect(bubbles.last()).toContainText('a'.repeat(1_030))
  await page.getByRole('button', { name: 'Make it the caption' }).click()
  await expect(bubbles).toHaveCount(1)
  await page.getByRole('button', { name: 'Send the text after the picture' }).click()

  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('1 of 1 sent')).toBeVisible()
  const sent = (await sandbox.ledger()).filter(({ seq }) => seq > since)
  expect(sent.map(({ text: said, media = [] }) => [media[0]?.kind, said.length])).toEqual([
    ['photo', 0],
    [undefined, 1_030],
  ])
})
