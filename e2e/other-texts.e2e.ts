import type { Page } from '@playwright/test'
import { png } from '../sandbox/src/testing/png.ts'
import { openCommunity } from '../tools/community.ts'
import type { Product } from '../tools/product.ts'
import { uploadFile } from '../tools/uploads.ts'
import { violationsOf } from './axe.ts'
import { admit, expect, test } from './fixtures.ts'
import { linkedGroup } from './whatsapp.ts'
import type { SandboxClient } from '../sandbox/src/testing/client.ts'

/** Opens a new message of somebody with a group on each network, both chosen. */
async function begin(page: Page, product: Product, sandbox: SandboxClient, title: string) {
  const email = `${title.toLowerCase()}@example.org`
  const { person, groups } = await openCommunity(product, {
    bots: 1,
    groupsPerBot: 1,
    email,
    title,
  })
  const whatsapp = await linkedGroup(person, sandbox, `${title} Berg`)
  await admit(page, person)
  await page.goto('/dashboard/new-message')
  for (const group of [groups[0]!, whatsapp]) {
    await page.getByRole('checkbox', { name: group.title }).check()
  }
  return { person, telegram: groups[0]!, whatsapp }
}

const message = (page: Page) => page.getByLabel('Message', { exact: true })
const showOn = (page: Page, network: string) =>
  page.getByRole('group', { name: 'Network' }).getByText(network, { exact: true }).click()
const previewOn = (page: Page, network: string) =>
  page.getByRole('region', { name: `What members see in ${network}` })

test('215 a message says one of two texts on Telegram, and another one on WhatsApp', async ({
  page,
  product,
  sandbox,
}) => {
  const { telegram, whatsapp } = await begin(page, product, sandbox, 'Tenors')
  await message(page).fill('Come today')
  await page.getByText('Repeat', { exact: true }).click()
  await page.getByRole('button', { name: 'Vary the text' }).click()
  await expect(page.getByRole('textbox', { name: 'Text 2', exact: true })).toBeFocused()
  await page.keyboard.type('See you today')
  await page.getByRole('button', { name: 'Add a link button' }).click()
  await page.getByRole('textbox', { name: 'Text of button 1' }).fill('Programme')
  await page.getByRole('button', { name: 'Other content on WhatsApp' }).click()
  const own = page.getByRole('group', { name: 'On WhatsApp', exact: true })
  const ownText = own.getByLabel('Message on WhatsApp', { exact: true })
  await expect(ownText).toBeFocused()
  await expect(ownText).toHaveValue('Come today')
  await expect(own.getByRole('textbox', { name: 'Text 2 on WhatsApp' })).toHaveValue(
    'See you today',
  )
  await own.getByRole('button', { name: 'Remove Text 2 on WhatsApp' }).click()
  // It is a copy of all that stands there, and the preview shows it.
  await expect(own.getByRole('textbox', { name: 'Text of button 1' })).toHaveValue('Programme')
  await own.getByRole('button', { name: 'Remove Button 1' }).click()
  await page.getByRole('button', { name: 'Remove Button 1' }).click()
  await ownText.fill('Only *here*')
  await expect(previewOn(page, 'WhatsApp')).toContainText('Only here')
  expect(await violationsOf(page)).toEqual([])

  await showOn(page, 'Telegram')
  await expect(previewOn(page, 'Telegram')).toContainText('Come today')
  await previewOn(page, 'Telegram').getByText('Text 2').click()
  await expect(previewOn(page, 'Telegram')).toContainText('See you today')
  await showOn(page, 'WhatsApp')
  await expect(previewOn(page, 'WhatsApp').getByRole('strong')).toHaveText('here')
  await expect(previewOn(page, 'WhatsApp').getByText('Text 2')).toHaveCount(0)

  // What was typed is there after a reload, all of it.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Text 2', exact: true })).toHaveValue(
    'See you today',
  )
  await expect(ownText).toHaveValue('Only *here*')

  await page.getByText('Now', { exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('2 of 2 sent')).toBeVisible()
  const [said] = (await sandbox.messages(Number(telegram.externalId))).slice(-1)
  const text = said?.content.kind === 'text' ? said.content.text : ''
  expect(['Come today', 'See you today']).toContain(text)
  expect(await sandbox.whatsapp.messages(whatsapp.externalId)).toMatchObject([
    { text: 'Only *here*' },
  ])
})

test('who adds another text types at once and loses no letter, and a press is not lost to a mistake that it shows', async ({
  page,
  product,
  sandbox,
}) => {
  await begin(page, product, sandbox, 'Descants')
  await page.waitForLoadState('networkidle')
  await page.getByText('Repeat', { exact: true }).click()
  await page.getByRole('button', { name: 'Vary the text' }).click()
  await page.keyboard.type('See you today')
  await expect(page.getByRole('textbox', { name: 'Text 2', exact: true })).toHaveValue(
    'See you today',
  )

  // Leaving a field shows its error above the pressed button, and in the bar below, which then has two lines.
  await page.setViewportSize({ width: 390, height: 800 })
  // The check before sending finds it, too, sooner or later: its line must not come in between.
  await page.route('**/api/messages/preflight', () => {})
  await message(page).fill('a'.repeat(4097))
  const now = page.getByText('Now', { exact: true })
  await now.scrollIntoViewIfNeeded()
  const { x, y } = (await now.boundingBox())!
  const bar = page.getByRole('main').locator(':scope > div').last()
  const { height } = (await bar.boundingBox())!
  await page.mouse.move(x + 5, y + 2)
  await page.mouse.down()
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  expect((await now.boundingBox())!.y).toBe(y)
  expect((await bar.boundingBox())!.height).toBe(height)
  await page.mouse.up()
  await expect(page.getByRole('radio', { name: 'Now' })).toBeChecked()
  await expect(page.getByRole('alert')).toContainText('Telegram takes at most 4,096 characters')
})

test('what is wrong with another text is told at it, and the same again can be undone', async ({
  page,
  product,
  sandbox,
}) => {
  await begin(page, product, sandbox, 'Basses')
  await message(page).fill('Hello')
  await page.getByText('Repeat', { exact: true }).click()
  await page.getByRole('button', { name: 'Vary the text' }).click()
  await page.getByRole('textbox', { name: 'Text 2', exact: true }).fill('Hi {{nobody}}')
  await page.getByRole('button', { name: 'Other content on Telegram' }).click()
  const own = page.getByRole('group', { name: 'On Telegram', exact: true })
  const ownText = own.getByLabel('Message on Telegram', { exact: true })
  await ownText.fill('a'.repeat(4097))
  await page.getByText('Now', { exact: true }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(ownText).toBeFocused()
  await expect(own.getByRole('alert')).toContainText('Telegram takes at most 4,096 characters')
  await ownText.fill('Hello Telegram')
  await own.getByRole('textbox', { name: 'Text 2 on Telegram' }).fill('')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByRole('textbox', { name: 'Text 2', exact: true })).toBeFocused()
  const refusal = page.getByRole('button', { name: /^There is no {{nobody}}/ })
  await expect(refusal).toBeVisible()
  // An error disappears with its cause, however that is corrected.
  await page.getByRole('button', { name: 'Remove Text 2', exact: true }).click()
  await expect(refusal).toHaveCount(0)

  await own.getByRole('button', { name: 'Use the shared content' }).click()
  await expect(own).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(ownText).toHaveValue('Hello Telegram')
})

test('215 a button and a pin stop nothing: WhatsApp shows the address with a preview by hand, and the note says what it does not do', async ({
  page,
  product,
  sandbox,
}) => {
  const { person, whatsapp } = await begin(page, product, sandbox, 'Altos')
  await uploadFile(product.url, person, { name: 'castle.png', bytes: png(300, 200) })
  await message(page).fill('The plan is out.')
  await page.getByRole('button', { name: 'Add a link button' }).click()
  await page.getByLabel('Text of button 1').fill('Map')
  await page.getByLabel('Address of button 1').fill('https://example.org/map')
  const offer = page.getByRole('button', { name: 'Link preview on WhatsApp' })
  await offer.click()
  const card = page.getByRole('group', { name: 'Link preview on WhatsApp' })
  await expect(card.getByLabel('Title')).toBeFocused()
  await card.getByLabel('Description').fill('Where we meet')
  await page.getByText('Now', { exact: true }).click()
  await expect(card.getByRole('alert')).toContainText('Write the title of the link preview')
  await card.getByLabel('Title').fill('The castle')
  await card.getByRole('button', { name: 'Choose a picture' }).click()
  await page.getByRole('button', { name: 'castle.png, photo' }).click()
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await expect(card.getByRole('img')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByText('More options', { exact: true }).click()
  await page.getByLabel('Pin it in the group').selectOption('silent')
  const check = page.getByRole('region', { name: 'Before it is sent' })
  await expect(check).toContainText('WhatsApp shows no buttons')
  await expect(check).toContainText('it is not pinned there')
  await expect(page.getByText(/to fix/)).toHaveCount(0)
  await showOn(page, 'WhatsApp')
  const shown = previewOn(page, 'WhatsApp')
  await expect(shown).toContainText('Map: https://example.org/map')
  await expect(shown.getByRole('list', { name: 'Buttons of the message' })).toHaveCount(0)
  const preview = shown.getByRole('group', { name: 'Link preview' })
  await expect(preview).toHaveText('The castleWhere we meetexample.org')
  await expect(preview.locator('img')).toBeVisible()

  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('2 of 2 sent')).toBeVisible()
  expect(await sandbox.whatsapp.messages(whatsapp.externalId)).toMatchObject([
    {
      text: 'The plan is out.\n\nMap: https://example.org/map',
      linkCard: {
        url: 'https://example.org/map',
        title: 'The castle',
        description: 'Where we meet',
        picture: { bytes: expect.any(Number) },
      },
    },
  ])
})
