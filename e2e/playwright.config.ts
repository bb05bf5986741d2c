import { defineConfig } from '@playwright/test'

const browser = process.env['CHROME_BIN']

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // Each file runs a product of its own; two cores carry two.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    ...(browser ? { launchOptions: { executablePath: browser } } : {}),
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'dark',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
})
