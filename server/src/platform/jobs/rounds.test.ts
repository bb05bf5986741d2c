import { expect, test } from '../../../test/test-app.ts'
import { hours, minutes } from '../clock.ts'
import { startRounds } from './rounds.ts'

test('rounds are made again and again, and one that fails keeps none of the others', async ({
  app,
}) => {
  const made: string[] = []
  const caretaker = startRounds(app.ctx, {
    async failing() {
      made.push('failing')
      throw new Error('The database went away.')
    },
    async second() {
      made.push('second')
    },
  })
  expect(made).toEqual([])
  app.clock.advance(minutes(11))
  await caretaker.rest()
  expect(made).toEqual(['failing', 'second'])
  app.clock.advance(hours(6))
  await caretaker.rest()
  expect(made).toHaveLength(4)
  await caretaker.stop()
  app.clock.advance(hours(24))
  expect(made).toHaveLength(4)
})
