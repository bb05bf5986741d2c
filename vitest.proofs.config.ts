import { defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** What takes longer than every run of the tests may: `npm run chaos -- proofs`. */
export default defineConfig({
  test: { ...config.test, include: ['{server,tools}/**/*.proof.ts'] },
})
