import { defineConfig } from 'vitest/config'
import { keepTemporaryInMemory } from './tools/memory.ts'

keepTemporaryInMemory()

export default defineConfig({
  test: {
    globalSetup: ['server/test/global-setup.ts'],
    include: ['{contract,server,sandbox,tools,web}/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores are the smallest machine we promise to test on within ten minutes.
    maxWorkers: 2,
  },
})
