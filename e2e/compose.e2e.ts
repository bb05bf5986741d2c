import { deleteGroup } from '@carillon/contract/groups'
import { listGroupSets } from '@carillon/contract/group-sets'
import type { Page } from '@playwright/test'
import { openCommunity } from '../tools/community.ts'
import type { Product } from '../tools/product.ts'
import { violationsOf } from './axe.ts'
import { admit, expect, test, toasts } from './fixtures.ts'
import { lose } from './lose.ts'

/** Opens a new message of somebody new with so many groups. */
async function begin(page: Page, product: Product, groups: number, title: string) {
  const email = `${title.toLowerCase()}-${groups}@example.org`
  const community = await openCommunity(product, { bots: 1, groupsPerBot: groups, email, title })
  await admit(page, community.person)
  await page.goto('/dashboard/new-message')
  return community
}

test('chosen groups are saved as a set, chosen by it, changed, and brought back after deletion', async ({
  page,
  product,
}) => {
  const { person, groups } = await begin(page, product, 4, 'Choir')
  const [first, second, third] = groups
  const box = (title: string) => page.getByRole('checkbox', { name: title })
  await box(first!.title).check()
  await box(second!.title).check()
  // Without a text no test can be sent, and the tooltip that says so does not take the first Escape.
  await page.getByRole('button', { name: 'Send a test…' }).click()
  const tried = page.getByRole('dialog', { name: 'Send a test' })
  await expect(tried.getByRole('button', { name: /^Send to/ }).first()).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(tried).toBeHidden()
  const sets = page.getByRole('button', { name: 'Sets', exact: true })
  const panel = page.getByRole('dialog', { name: 'Sets of groups' })
  await sets.click()
  await expect(panel.getByLabel('Save the 2 chosen groups as a set')).toBeFocused()
  await page.keyboard.type('Sopranos')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: /^Sopranos/ })).toContainText('2 groups')
  await panel.getByRole('textbox').fill('sopranos')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByRole('alert')).toContainText('You have a set called “sopranos” already.')
  expect(await violationsOf(page)).toEqual([])
  // What was wrong is no longer said of another name.
  await panel.getByRole('textbox').fill('Altos')
  await expect(panel.getByRole('alert')).toBeHidden()
  // Nor after the set that it was about is gone.
  await panel.getByRole('textbox').fill('sopranos')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('alert')).toContainText('already')
  await panel.getByRole('button', { name: 'Delete Sopranos' }).click()
  await expect(panel.getByRole('alert')).toHaveCount(0)
  await expect(panel).toBeFocused()
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByRole('button', { name: /^sopranos/ })).toBeVisible()
  await panel.getByRole('textbox').fill(' ')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('alert')).toContainText('Give the set a name.')

  await panel.getByRole('button', { name: 'Change sopranos' }).click()
  await panel.getByRole('textbox', { name: 'New name' }).fill('Women')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: 'Change Women' })).toBeFocused()
  await page.keyboard.press('Escape')
  await box(groups[3]!.title).check()
  await sets.click()
  await panel.getByRole('button', { name: 'Change Women' }).click()
  await panel.getByRole('button', { name: 'Replace its groups by the 3 chosen ones' }).click()
  await expect(panel.getByRole('button', { name: /^Women/ })).toContainText('3 groups')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await box(third!.title).check()
  await person.call(deleteGroup, { params: { id: second!.id } })
  await sets.click()
  const women = panel.getByRole('button', { name: /^Women/ })
  await expect(women).toContainText(`2 groups · removed since: ${second!.title}`)
  await women.click()
  await expect(box(first!.title)).toBeChecked()
  await expect(box(third!.title)).not.toBeChecked()

  await sets.click()
  await panel.getByRole('button', { name: 'Delete Women' }).click()
  await expect(panel.getByRole('button', { name: /^Women/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  const names = async () => (await person.call(listGroupSets, {})).items.map(({ name }) => name)
  await expect.poll(names).toEqual(['Women'])
})

test('a set whose answer is lost is saved, changed or deleted once, by one press', async ({
  page,
  product,
}) => {
  const { person } = await begin(page, product, 2, 'Band')
  const panel = page.getByRole('dialog', { name: 'Sets of groups' })
  const list = async () =>
    (await person.call(listGroupSets, {})).items.map(({ name, groupIds }) => [
      name,
      groupIds.length,
    ])
  await page.getByRole('checkbox').last().check()
  await page.getByRole('button', { name: 'Sets', exact: true }).click()
  await panel.getByRole('textbox').fill('Brass')
  await lose(page, '**/api/group-sets', { times: 1 })
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: 'Change Brass' })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Sets', exact: true }).click()
  await panel.getByRole('button', { name: 'Change Brass' }).click()
  await lose(page, '**/api/group-sets/*', { times: 1 })
  await panel.getByRole('button', { name: 'Replace its groups by the 2 chosen ones' }).click()
  await expect(panel.getByRole('button', { name: /^Brass/ })).toContainText('2 groups')
  expect(await list()).toEqual([['Brass', 2]])
  await lose(page, '**/api/group-sets/*', { times: 1 })
  await panel.getByRole('button', { name: 'Delete Brass' }).click()
  await expect(toasts(page)).toContainText('Set “Brass” deleted')
  expect(await list()).toEqual([])
  await expect(toasts(page).filter({ hasText: 'not changed' })).toHaveCount(0)
})

test('an emoji is found by its name and by keys, and goes where the cursor is', async ({
  page,
  context,
}) => {
  await admit(page)
  await page.goto('/dashboard/new-message')
  const text = page.getByLabel('Message', { exact: true })
  await text.fill('Well run!')
  await text.press('Home')
  const asked: string[] = []
  context.on('request', (request) => asked.push(new URL(request.url()).host))
  await page.getByRole('button', { name: 'Emoji', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Emoji' })
  await expect(panel.getByRole('gridcell', { name: 'grinning face', exact: true })).toBeVisible()
  await expect(panel.getByText('Smileys & emotion')).toBeVisible()
  for (const theme of ['dark', 'light']) {
    await page.evaluate((value) => {
      document.documentElement.classList.toggle('dark', value === 'dark')
    }, theme)
    expect(await violationsOf(page)).toEqual([])
  }
  await panel.getByRole('searchbox').fill('trophy')
  await expect(panel.getByRole('gridcell')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('🏆Well run!')
  await expect(text).toBeFocused()
  await expect(panel).toBeHidden()
  // Nobody else learns what is written here.
  expect(new Set(asked)).toEqual(new Set([new URL(page.url()).host]))

  await page.keyboard.press('Control+z')
  await expect(text).toHaveValue('Well run!')
})
