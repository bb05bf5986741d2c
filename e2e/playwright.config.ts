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
  // Of two cores, two workers left half of the time unused; three leave a twentieth, and a fourth gains
  // nothing (2026-11-21).
  workers: 3,
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
      // Machines that test have no graphics card: drawing as if they had costs a tenth of the run, and a
      // process to do it in another twentieth.
      args: ['--disable-gpu', '--in-process-gpu'],
    },
    // A tenth of the run was spent on drawing what moves. Stories about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'dark',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Keeping every step costs an eighth of the run; `npm run e2e -- one-story --trace on` does it.
    trace: 'off',
  },
})
