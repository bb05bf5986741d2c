import { defineConfig } from '@playwright/test'
import { keepTemporaryInMemory } from '../tools/memory.ts'

keepTemporaryInMemory()

const browser = process.env['CHROME_BIN']

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // Stories wait as much as they compute: of two cores, two workers left more than half of the time
  // unused, three about a third (2026-11-21).
  workers: 4,
  fullyParallel: false,
  // Files with a product of their own come after all that share one, and this one waits for a whole minute
  // besides: the others would long have ended.
  projects: [
    { name: 'restart', testMatch: 'restart.e2e.ts' },
    { name: 'stories', testIgnore: 'restart.e2e.ts' },
  ],
  forbidOnly: Boolean(process.env['CI']),
  use: {
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      // Machines that test have no graphics card, and drawing as if they had costs a tenth of the run.
      args: ['--disable-gpu'],
    },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'dark',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Every step and what the page was then. The film beside them costs a fifth of the run.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
})
