import { defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

/**
 * What takes longer than every run of the tests may, and all cases of what these take some of:
 * `npm run chaos -- proofs`.
 */
export default defineConfig({
  test: {
    ...config.test,
    env: { PROOFS: 'whole' },
    include: [
      '{server,tools}/**/*.proof.ts',
      'server/src/{schedule,planning}/oracle.test.ts',
      'server/src/{sending,cycles}/kill.test.ts',
      'server/src/sending/follow-ups/kill.test.ts',
      'server/test/simulation/{simulation,mutants,postgres}.test.ts',
    ],
  },
})
