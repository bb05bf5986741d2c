import { expect, test } from '../../test/test-app.ts'
import { minutes } from './clock.ts'
import { repeat } from './repeated.ts'

test('work that failed is done again, and none after it was stopped', async ({ app }) => {
  let times = 0
  const repeated = repeat(app.ctx, {
    everyMs: minutes(1),
    async work() {
      times += 1
      throw new Error('The database went away.')
    },
    failed: 'It could not be done.',
  })
  expect(times).toBe(0)
  for (const n of [1, 2, 3]) {
    app.clock.advance(minutes(1))
    await repeated.rest()
    expect(times).toBe(n)
  }
  await repeated.stop()
  app.clock.advance(minutes(10))
  await repeated.rest()
  expect(times).toBe(3)
})
