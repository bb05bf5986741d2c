import { expect, test } from './fixtures.ts'

test('162, 166 the four account pages lead to each other, name their fields, and there is no fifth', async ({
  page,
}) => {
  const pages: [path: string, fields: [label: string, autocomplete: string][], links: string[]][] =
    [
      [
        '/login',
        [
          ['E-mail', 'email'],
          ['Password', 'current-password'],
        ],
        ['/signup', '/forgot-password'],
      ],
      [
        '/signup',
        [
          ['E-mail', 'email'],
          ['Password', 'new-password'],
        ],
        ['/login'],
      ],
      ['/forgot-password', [['E-mail', 'email']], ['/password-reset', '/login']],
      [
        '/password-reset',
        [
          ['E-mail', 'email'],
          ['Code', 'one-time-code'],
          ['New password', 'new-password'],
        ],
        ['/login'],
      ],
    ]
  for (const [path, fields, links] of pages) {
    await page.goto(path)
    const main = page.getByRole('main')
    for (const [label, autocomplete] of fields) {
      const field = main.getByLabel(label, { exact: true })
      await expect(field).toHaveAttribute('autocomplete', autocomplete)
      if (!label.toLowerCase().includes('password')) continue
      await expect(field).toHaveAttribute('type', 'password')
      await main.getByRole('button', { name: 'Show password' }).click()
      await expect(field).toHaveAttribute('type', 'text')
    }
    for (const to of links) await expect(main.locator(`a[href="${to}"]`).first()).toBeVisible()
    await expect(main).not.toContainText(
      /google|github|apple|facebook|microsoft|magic link|single sign-on/i,
    )
  }
})
