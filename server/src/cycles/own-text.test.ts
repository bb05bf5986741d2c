import { openCycle, step } from '../../test/cycle-input.ts'
import { expect, test } from '../../test/test-app.ts'
import { readCalendar } from '../calendar/actions.ts'
import { sendNext, skipNext } from './position-actions.ts'
import { simulateCycle } from './simulation/simulation.ts'
import { changeSlot } from './slot-edit.ts'

const OWN = { content: { kind: 'text' as const, text: 'Own' } }

test('a slot with its own text skips no step if it is skipped itself, as it was shown', async ({
  app,
}) => {
  const change = { advanceOnSkip: true }
  const { user, cycle, due, at, sent, said, read, coming } = await openCycle(app, change)
  await changeSlot(user, cycle.id, '2026-06-01T09:30:00.000Z', OWN)
  // What is due at 8:30 waits until 9:45, so that the slot at 9:30 is skipped.
  await app.pool.query(`update groups set time_zone = 'UTC',
    quiet_hours = '{"from": "08:00", "to": "09:45", "mode": "hold"}'`)
  const shown = async () => {
    const { days } = await readCalendar(user, { from: '2026-06-01', to: '2026-06-01' })
    return days[0]!.sends.slice(0, 3).map(({ text, slotAt }) => `${slotAt?.slice(11, 16)} ${text}`)
  }
  expect(await coming()).toBe('One Two Three')
  expect(await shown()).toEqual(['08:30 One', '09:30 Own', '10:30 Two'])
  const { sends } = await simulateCycle(user, {
    ...(await read()),
    status: 'active',
    cycleId: cycle.id,
    days: 1,
  })
  expect(sends.slice(0, 3).map(({ step }) => step)).toEqual([0, 1, 2])
  await due('08:30')
  await due('09:30')
  await sent()
  await at('10:30')
  expect(await said()).toBe('One Two')
})

test('a slot with its own text that was missed skips no step', async ({ app }) => {
  const { user, cycle, at, said } = await openCycle(app, { advanceOnSkip: true })
  await changeSlot(user, cycle.id, '2026-06-01T09:30:00.000Z', OWN)
  await at('08:30')
  // Nothing ran at 9:30 and 10:30.
  await at('11:30')
  expect(await said()).toBe('One Three')
})

test.for(['sent now', 'skipped'])(
  'a cycle that ends before runs with their own texts says that they are not sent: a step was %s',
  async (what, { app }) => {
    const steps = [step('One'), step('Two')]
    const { user, cycle, due, end, sent, at, read } = await openCycle(app, { order: 'once', steps })
    for (const time of ['09:30', '10:30', '11:30']) {
      await changeSlot(user, cycle.id, `2026-06-01T${time}:00.000Z`, OWN)
    }
    await changeSlot(user, cycle.id, '2026-06-01T09:30:00.000Z', { skip: true })
    if (what === 'sent now') {
      await sendNext(user, cycle.id)
      await sent()
      await due('08:30')
      await end({ status: 'done' })
    } else {
      await skipNext(user, cycle.id)
      await skipNext(user, cycle.id)
      await at('08:30')
    }
    expect((await read()).status).toBe('finished')
    const { rows } = await app.pool.query('select message from notifications')
    expect(rows).toEqual([
      {
        message:
          'It has sent all its messages. 2 later runs had their own texts, which are not sent. Start it again, or duplicate it.',
      },
    ])
  },
)
