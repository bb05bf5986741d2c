import { Content } from '@carillon/contract/schemas/content'
import { cycleInput, openCycle, step } from '../../test/cycle-input.ts'
import { plan } from '../../test/planning.ts'
import { giveFile, createPosting } from '../../test/posting.ts'
import { expect, test } from '../../test/test-app.ts'
import { createCycle, pauseCycle, resumeCycle, updateCycle } from './actions.ts'
import type { Input } from './checks.ts'

test('the last day of a step is told when it is over, and the cycle goes on without it', async ({
  app,
}) => {
  const daily: Input['schedule'] = {
    timeZone: 'Europe/Berlin',
    rule: { kind: 'daily', everyDays: 1, at: ['10:30'] },
  }
  const { at, said } = await openCycle(app, {
    schedule: daily,
    steps: [step('One'), step('Two', { until: '2026-06-01' })],
  })
  await at('08:30')
  const { rows } = await app.pool.query('select title, message from notifications')
  expect(rows).toEqual([
    {
      title: 'A message of “Rehearsals” is out of date',
      message: '“Two” had its last day. The cycle goes on without it.',
    },
  ])
  app.clock.moveTo('2026-06-02T08:30:00Z')
  await plan(app)
  expect(await said()).toBe('One One')
})

test('a step that is removed while another is sent and taken back is not waited for', async ({
  app,
}) => {
  const texts = ['One', 'Two', 'Three', 'Four', 'Five']
  const { user, groupIds, cycle, read, at, coming } = await openCycle(app, {
    steps: texts.map((text) => step(text)),
  })
  const edit = async (steps: Input['steps']) => {
    const { rev } = await read()
    await updateCycle(user, cycle.id, { ...cycleInput(groupIds, { steps }), rev })
  }
  await at('08:30')
  await at('09:30')
  const off = cycle.steps.map((one, n) => (n === 2 ? { ...one, enabled: false } : one))
  await edit(off)
  app.clock.moveTo('2026-06-01T10:30:00Z')
  await plan(app)
  await edit(off.filter((_, n) => n !== 2))
  await pauseCycle(user, cycle.id)
  await resumeCycle(user, cycle.id)
  expect(await coming()).toBe('Five One Two')
})

test('a step that is saved without a change of its content keeps it', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const media = [{ mediaId: await giveFile(app, user) }]
  const poll = { question: 'Who comes?', options: ['I do', 'Not I'] }
  const contents = [{ media }, { media, overrides: { whatsapp: { media } } }, { poll }]
  const sent = contents.map((content) => step('', { content: Content.parse(content) }))
  const { id, rev, steps } = await createCycle(user, cycleInput(groupIds, { steps: sent }))
  const same = sent.map((one, n) => ({ ...one, id: steps[n]!.id }))
  await updateCycle(user, id, { ...cycleInput(groupIds, { steps: same }), rev })
  const { rowCount } = await app.pool.query(`select from contents where body ->> 'kind' <> 'text'`)
  expect(rowCount).toBe(contents.length)
})
