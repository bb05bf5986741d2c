import { expect, test } from '../../../test/test-app.ts'
import { hours, minutes } from '../clock.ts'
import { startMaintenance } from './maintenance.ts'

test('tasks run again and again, and one that fails stops none of the others', async ({ app }) => {
  const ran: string[] = []
  const maintenance = startMaintenance(app.ctx, {
    async failing() {
      ran.push('failing')
      throw new Error('The database went away.')
    },
    async second() {
      ran.push('second')
    },
  })
  expect(ran).toEqual([])
  app.clock.advance(minutes(11))
  await maintenance.rest()
  expect(ran).toEqual(['failing', 'second'])
  app.clock.advance(hours(6))
  await maintenance.rest()
  expect(ran).toHaveLength(4)
  await maintenance.stop()
  app.clock.advance(hours(24))
  expect(ran).toHaveLength(4)
})
