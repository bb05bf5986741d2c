import { defineConfig } from '@playwright/test'
import { keepTemporaryInMemory } from '../tools/memory.ts'
import type { Options } from './fixtures.ts'

keepTemporaryInMemory()

const browser = process.env['CHROME_BIN']

/** Where the product is stopped, or its database killed, and where nothing is sold and WhatsApp is not offered. */
const ALONE = ['restart.e2e.ts', 'unsold.e2e.ts']

/** Where a run is waited for: a time is a whole minute, so that most of these stories is a minute of waiting. */
const WAITING = ['first-message.e2e.ts', 'billing.e2e.ts', 'automated.e2e.ts']

/** Where somebody has many groups or cycles, or is on Pro without having paid. */
const PRO = [
  'attention',
  'compose',
  'cycle-life',
  'editor',
  'more-groups',
  'other-texts',
  'preflight',
  'settings',
  'weight',
  'whatsapp',
].map((name) => `${name}.e2e.ts`)

export default defineConfig<object, Options>({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  // No story takes half of it on a quiet machine; on a busy one none should fail for that alone.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Three workers have enough to do for two cores (2026-11-21); the fourth is for those that wait.
  workers: 4,
  fullyParallel: false,
  // To start a product and its browser takes as long as six stories, so there is one for each worker and
  // each kind, and of the two rare kinds one in all. What is stopped comes first: it waits for a whole
  // minute besides.
  projects: [
    {
      name: 'alone',
      testMatch: ALONE,
      use: { env: { PAYMENTS: 'off', WHATSAPP: 'off' } },
      workers: 1,
    },
    { name: 'waiting', testMatch: WAITING, workers: 1 },
    { name: 'pro', testMatch: PRO, use: { env: { DEFAULT_TIER: 'pro' } }, workers: 1 },
    { name: 'stories', testIgnore: [...ALONE, ...WAITING, ...PRO] },
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
