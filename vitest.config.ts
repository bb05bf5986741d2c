import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest.ts'
import { keepTemporaryInMemory } from './tools/memory.ts'

keepTemporaryInMemory()

export default defineConfig({
  test: {
    globalSetup: ['server/test/global-setup.ts'],
    include: ['{contract,server,sandbox,tools,web}/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Nothing keeps state outside of what a test opens; to load all of it anew for each of 160 files
    // costs a sixth of the processor's time (2026-11-21).
    isolate: false,
    // Two cores are the smallest machine we promise to test on within ten minutes; of four files one
    // usually waits: for a process that starts, or for what was taken from a killed one.
    maxWorkers: 4,
    // Tests make much that lives for a moment: with the few megabytes that Node has for it, looking for what
    // lives on took a seventh of the processor's time (2026-11-27).
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: LongestFirst },
  },
})
