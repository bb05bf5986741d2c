import { defineConfig } from '@playwright/test'
import { keepTemporaryInMemory } from '../tools/memory.ts'
import type { Options } from './fixtures.ts'

keepTemporaryInMemory()

const browser = process.env['CHROME_BIN']

/** Stories that stop the product or kill its database, and those without payments and WhatsApp. */
const ALONE = ['restart.e2e.ts', 'unsold.e2e.ts']

/** Stories that wait for a run. Times are whole minutes, so most of their duration is waiting. */
const WAITING = ['first-message.e2e.ts', 'plan-end.e2e.ts', 'automated.e2e.ts']

/** Stories that need many groups or cycles, or Pro without a payment. */
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
  // On an idle machine no story takes half of this; on a busy one none should fail only because of time.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Three workers have enough to do for two cores (2026-11-21); the fourth is for those that wait.
  workers: 4,
  fullyParallel: false,
  // Starting a product and its browser takes as long as six stories, so each worker has one product per project, and the
  // small projects have one worker. `alone` is first, since it also waits for a whole minute.
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
      // Test machines have no graphics card: emulating one costs a tenth of the run, and its process another twentieth.
      args: ['--disable-gpu', '--in-process-gpu'],
    },
    // Animations took a tenth of the run. Stories about motion switch them on.
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
