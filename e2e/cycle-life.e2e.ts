import { createCycle, getCycle, sendNextStep, updateCycle } from '@carillon/contract/cycles'
import type { Locator, Page } from '@playwright/test'
import type { SandboxClient } from '../sandbox/src/testing/client.ts'
import { admit, expect, test, toasts, ZONE } from './fixtures.ts'
import { bringGroups } from './groups.ts'

const LIST = '/dashboard/cycles'

/** A user with three groups; the last one answers so late that the sending state is visible. */
async function enter(page: Page, sandbox: SandboxClient) {
  const person = await admit(page)
  const groups = await bringGroups(person, sandbox, ['Alto', 'Bass', 'Tenor'])
  const chat = Number(groups[2]!.externalId)
  const answerLate = () =>
    sandbox.chaos({
      method: 'sendMessage',
      chat,
      fault: 'slow',
      when: 'before',
      next: 1,
      amount: 3_000,
    })
  return { person, groups, answerLate }
}

const place = async (handle: Locator) => {
  const box = await handle.boundingBox()
  return { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 }
}

/** Drags a step by its handle to where another one is. */
async function dragStep(page: Page, from: number, to: number) {
  const handle = (n: number) => page.getByRole('button', { name: `Move step ${n}`, exact: true })
  const [start, end] = [await place(handle(from)), await place(handle(to))]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x, start.y - 10)
  await page.mouse.move(end.x, end.y, { steps: 8 })
  await page.mouse.up()
}

test('031, 202, 218, 219 by mouse, from a template to what became of each copy', async ({
  page,
  sandbox,
}) => {
  const { answerLate } = await enter(page, sandbox)
  await page.goto(LIST)
  await page.getByRole('button', { name: /^Weekly offer/ }).click()
  await page.getByRole('button', { name: 'Select all' }).click()
  await page.getByLabel('Message of step 1').fill('*Apples*, all week.')
  const second = page.getByRole('button', { name: /^Step 2/ })
  await second.click()
  await page.getByLabel('Message of step 2').fill('*Pears*, until Sunday.')
  await second.click()
  const simulation = page.getByRole('region', { name: 'Simulation' })
  await expect(simulation.getByRole('listitem').first()).toContainText('Apples, all week.')
  // A day of the calendar lists what is sent on it, and the table what each group gets.
  await simulation
    .getByRole('button', { name: /: 3 sends$/ })
    .nth(1)
    .click()
  await expect(simulation.getByRole('listitem')).toHaveCount(1)
  await simulation.getByRole('button', { name: 'Show the next ones' }).click()
  await simulation.getByText('By group').click()
  await expect(simulation.getByRole('row')).toHaveCount(4)

  // Folded, so that both are in sight.
  await page.getByRole('button', { name: /^Step 1/ }).click()
  await dragStep(page, 2, 1)
  await expect(page.getByText('Step 2 is now step 1 of 2.')).toBeAttached()
  await expect(simulation.getByRole('listitem').first()).toContainText('Pears, until Sunday.')
  await page.getByRole('button', { name: 'Start', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Weekly offer', level: 1 })).toBeVisible()
  await answerLate()
  await page.getByRole('button', { name: 'Send next now…' }).click()
  const asked = page.getByRole('dialog', { name: 'Send the next step now?' })
  await expect(asked).toContainText('Step 1 of 2 goes to 3 groups at once.')
  await expect(asked).toContainText('Pears, until Sunday.')
  await asked.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('Sending 2 of 3')).toBeVisible()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('3 of 3 sent')
  await expect(history).toContainText('Pears, until Sunday.')
  await history.getByText('Details').first().click()
  await expect(history.getByText('Try', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Steps' })).toContainText('3 copies')
  const groups = page.getByRole('region', { name: 'Groups' }).getByRole('listitem')
  await expect(groups).toHaveCount(3)
  await expect(groups.first()).toContainText('1 copy')
})

test('218, 219 the same by keyboard alone', async ({ page, sandbox }) => {
  const { answerLate } = await enter(page, sandbox)
  const to = async (target: Locator) => {
    await expect(target).toBeVisible()
    const isThere = () => target.evaluate((node) => node === document.activeElement)
    for (let presses = 0; presses < 60 && !(await isThere()); presses++) {
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }
  await page.goto(LIST)
  await to(page.getByRole('button', { name: /^Countdown/ }))
  await page.keyboard.press('Enter')
  await to(page.getByLabel('Name'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('To the concert')
  await to(page.getByRole('button', { name: 'Move step 1', exact: true }))
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByRole('button', { name: 'Move step 2', exact: true })).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByText('Step 2 is now step 1 of 4.')).toBeAttached()
  for (const [n, words] of ['Three days.', 'Two days.', 'Tomorrow.', 'Today.'].entries()) {
    await to(page.getByLabel(`Message of step ${n + 1}`))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(words)
  }
  await to(page.getByRole('button', { name: 'Select all' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+Enter')

  await expect(page.getByRole('heading', { name: 'To the concert', level: 1 })).toBeVisible()
  await answerLate()
  await to(page.getByRole('button', { name: 'Send next now…' }))
  await page.keyboard.press('Enter')
  await to(page.getByRole('dialog').getByRole('button', { name: 'Send now' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sending 2 of 3')).toBeVisible()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('3 of 3 sent')
  await to(history.getByText('Details').first())
  await page.keyboard.press('Enter')
  await expect(history.getByText('Try', { exact: true }).first()).toBeVisible()
})

test('218 on a phone it is edited while it is sent, by two at once, and without the step that was next', async ({
  page,
  sandbox,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { person, groups, answerLate } = await enter(page, sandbox)
  const body = {
    status: 'active' as const,
    name: 'Rehearsals',
    steps: ['One.', 'Two.', 'Three.'].map((text) => ({ content: { text } })),
    groupIds: groups.map(({ id }) => id),
    schedule: {
      timeZone: ZONE,
      rule: { kind: 'weekly' as const, days: ['sun' as const], at: ['04:00'] },
    },
  }
  const { id, steps } = await person.call(createCycle, { body })
  const params = { id }
  await page.goto(`${LIST}/${id}/edit`)
  await expect(page.getByLabel('Message of step 1')).toHaveValue('One.')
  await answerLate()
  await person.call(sendNextStep, { params })
  await page.getByLabel('Message of step 1').fill('One, anew.')
  // A group that is removed and chosen again is at its former position.
  const first = page.getByRole('checkbox', { name: groups[0]!.title })
  await first.uncheck()
  await first.check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Rehearsals', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('3 of 3 sent')
  for (const { externalId } of groups) {
    expect(await sandbox.ledger({ chat: Number(externalId) })).toMatchObject([{ text: 'One.' }])
  }

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('radio', { name: 'Preview' }).check({ force: true })
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('One, anew.')
  await page.getByRole('radio', { name: 'Write' }).check({ force: true })
  // The second one is next, and goes; meanwhile somebody else gives the cycle another name.
  await page.getByRole('button', { name: 'More for step 2' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const { rev, groupIds } = await person.call(getCycle, { params })
  expect(groupIds).toEqual(body.groupIds)
  const kept = steps.map((step) => ({ id: step.id, content: step.content }))
  await person.call(updateCycle, { params, body: { ...body, steps: kept, name: 'Evenings', rev } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('This cycle has changed since you opened it')).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toasts(page)).toContainText('Cycle saved')
  const left = page.getByRole('region', { name: 'Steps' }).getByRole('listitem')
  await expect(left).toHaveCount(2)
  await expect(left.nth(1)).toContainText(/Three\..*Next/)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})
