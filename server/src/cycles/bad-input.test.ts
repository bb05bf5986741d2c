import { randomUUID } from 'node:crypto'
import { schemas } from '@carillon/contract/schemas'
import { cycleInput, step } from '../../test/cycle-input.ts'
import { plan } from '../../test/planning.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test } from '../../test/test-app.ts'
import { createPostingFor } from '../../test/posting.ts'
import { createCycle, readCycle, resumeCycle, updateCycle } from './actions.ts'
import type { Input } from './checks.ts'
import { jump, sendNext, skipNext } from './position-actions.ts'

const off = (text: string) => step(text, { enabled: false })

const wrong: [string, Partial<Input>, string, string][] = [
  ['no steps', { steps: [] }, 'steps', 'Add at least one message.'],
  ['no groups', { groupIds: [] }, 'groupIds', 'Choose at least one group.'],
  ['no name', { name: '' }, 'name', 'Give the cycle a name.'],
  [
    'all steps off',
    { steps: [off('One'), off('Two')] },
    'steps',
    'Every message is switched off. Switch at least one on.',
  ],
  [
    'all steps out of date',
    { steps: [step('One', { until: '2026-05-31' }), off('Two')] },
    'steps',
    'The last day of every message has passed.',
  ],
  [
    'all weights 0',
    { order: 'weighted', steps: [step('One', { weight: 0 }), step('Two', { weight: 0 })] },
    'steps',
    'Every message has the weight 0, so none would ever come.',
  ],
  [
    'a step that replaces the one before by itself',
    {
      steps: [
        step('One', {
          content: { kind: 'text', text: 'One', options: { replacePrevious: true } },
        }),
      ],
    },
    'steps.0.content.options.replacePrevious',
    'Choose this for the whole cycle instead.',
  ],
  [
    'a step without words',
    { steps: [step('One'), step(' ')] },
    'steps.1.content.text',
    'Write something to send.',
  ],
  [
    'one single time',
    { schedule: { timeZone: 'UTC', rule: { kind: 'once', at: '2026-06-01T12:00' } } },
    'schedule.rule.kind',
    'A cycle repeats. Choose how often.',
  ],
  [
    'a step that the network refuses',
    { steps: [step('One'), step('Two'), step('x'.repeat(4_097))] },
    'steps.2.content.text',
    'Telegram takes at most 4,096 characters; these are 4,097.',
  ],
]

test.for(wrong)(
  '%s is refused at its field, and nothing is kept',
  async ([, change, path, message], { app }) => {
    const { user, groupIds } = await createPosting(app)
    const failed = await createCycle(user, cycleInput(groupIds, change)).catch(
      (error: unknown) => error,
    )
    expect(failed).toMatchObject({ code: 'invalid' })
    expect((failed as { extra: { details: unknown[] } }).extra.details).toContainEqual({
      path,
      message,
    })
    expect((await app.pool.query('select from cycles')).rowCount).toBe(0)
    expect((await app.pool.query('select from cycle_steps')).rowCount).toBe(0)
  },
)

test('groups that may each be in another round have no long rounds', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 6 })
  // The weights have no common divisor: a round has 99 + 199 × 100 turns.
  const steps = Array.from({ length: 200 }, (_, n) =>
    step(`Step ${n}`, { weight: n === 0 ? 99 : 100 }),
  )
  const input = cycleInput(groupIds, { order: 'weighted', mode: 'own_place', steps })
  await expect(createCycle(user, input)).rejects.toMatchObject({
    extra: {
      details: [
        {
          path: 'steps',
          message:
            'A round has 19,999 turns. Where each of 6 groups has its own place, it may have 16,666 at most. Use fewer messages or smaller weights, or choose “All groups get the same step”.',
        },
      ],
    },
  })
  expect((await createCycle(user, { ...input, mode: 'same' })).status).toBe('active')
})

test('groups that do not exist are told once, with how many they are; too many are refused in words', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const unknown = Array.from({ length: 2_000 }, () => randomUUID())
  await expect(
    createCycle(user, cycleInput([...groupIds, ...unknown], { status: 'draft' })),
  ).rejects.toMatchObject({
    extra: { details: [{ path: 'groupIds', message: '2,000 of these groups do not exist.' }] },
  })
  const parsed = schemas.CycleInput.safeParse({
    status: 'draft',
    groupIds: Array.from({ length: 5_001 }, () => 'one'),
  })
  expect(parsed.error?.issues.map(({ message }) => message)).toContain(
    'Choose at most 5,000 groups.',
  )
})

test('a draft may be incomplete; started like that, it says at each field what is missing', async ({
  app,
}) => {
  const { user } = await createPosting(app)
  const input = cycleInput([], { name: '', steps: [], status: 'draft' })
  delete input.schedule
  const { id } = await createCycle(user, input)
  const failed = await resumeCycle(user, id).catch((error: unknown) => error)
  const { details } = (failed as { extra: { details: { path: string }[] } }).extra
  expect(details.map(({ path }) => path)).toEqual(['name', 'steps', 'groupIds', 'schedule.rule'])
})

test('two hundred steps to 5,000 groups are kept and shown; one step more is refused', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, {
    chats: Array.from({ length: 5_000 }, (_, n) => `-${n + 1}`),
  })
  const steps = Array.from({ length: 200 }, (_, n) => step(`Step ${n}`))
  const cycle = await createCycle(user, cycleInput(groupIds, { steps, mode: 'own_place' }))
  expect([cycle.steps.length, cycle.groupIds.length, cycle.groupCount]).toEqual([200, 5_000, 5_000])
  const { rows } = await app.pool.query('select length(position::text) as n from cycles')
  expect(rows[0].n).toBeLessThan(500)

  const more = schemas.CycleInput.safeParse(cycleInput([], { steps: [...steps, step('One more')] }))
  expect(more.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['steps', 'A cycle has at most 200 messages.'],
  ])
})

test('of two starts at once one counts, and the other is told', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await createCycle(user, cycleInput(groupIds, { status: 'draft' }))
  const ends = await Promise.allSettled([resumeCycle(user, id), resumeCycle(user, id)])
  const refused = ends.find((end) => end.status === 'rejected')
  expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
  expect(refused?.reason).toMatchObject({
    code: 'conflict',
    message: 'This cycle is active already.',
  })
  expect((await app.pool.query('select from schedules')).rowCount).toBe(1)
})

test('a stale edit is refused with the cycle as it is now', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id, rev } = await createCycle(user, cycleInput(groupIds))
  await updateCycle(user, id, { ...cycleInput(groupIds, { name: 'Newer' }), rev })
  await expect(
    updateCycle(user, id, { ...cycleInput(groupIds, { name: 'Older' }), rev }),
  ).rejects.toMatchObject({ code: 'conflict', extra: { current: { name: 'Newer' } } })
})

test('a step of another cycle keeps its place there, whoever names it', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const mine = await createCycle(user, cycleInput(groupIds))
  const other = await createPostingFor(app, await app.person({ tier: 'pro' }))
  const steps = mine.steps.map(({ id }) => step('Theirs', { id }))
  const theirs = await createCycle(other.user, cycleInput(other.groupIds, { steps }))
  expect(theirs.steps.map(({ id }) => id)).not.toContain(mine.steps[0]!.id)
  const { steps: kept } = await readCycle(user, user, mine.id)
  expect(kept.map(({ content }) => content.text)).toEqual(['One', 'Two', 'Three'])
})

test('a jump to what cannot come is refused in words', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id, steps } = await createCycle(
    user,
    cycleInput(groupIds, { steps: [step('One'), off('Two')] }),
  )
  await expect(jump(user, id, steps[1]!.id)).rejects.toThrow('This message is switched off.')
  await expect(jump(user, id, id)).rejects.toThrow('This message is not part of the cycle.')
})

test('a cycle whose groups cannot be reached says so instead of sending or passing over', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await createCycle(user, cycleInput(groupIds))
  await app.pool.query(`update groups set status = 'muted'`)
  const words = 'No group that waits for a message can be reached now.'
  await expect(sendNext(user, id)).rejects.toMatchObject({ code: 'conflict', message: words })
  await expect(skipNext(user, id)).rejects.toMatchObject({ code: 'conflict', message: words })
})

test('an edit while it is being written to its groups is refused in words, and possible right after', async ({
  app,
}) => {
  // More than the first slice of a send-now writes.
  const { user, groupIds } = await createPosting(app, { groups: 502 })
  const input = cycleInput(groupIds)
  const { id } = await createCycle(user, input)
  await sendNext(user, id)
  const { rev, steps } = await readCycle(user, user, id)
  const [, ...rest] = steps
  await expect(updateCycle(user, id, { ...input, steps: rest, rev })).rejects.toMatchObject({
    code: 'conflict',
    message: 'It is being prepared for sending. Try again in a moment.',
  })
  await plan(app)
  // The step that is being sent may go: what is under way keeps its words.
  await updateCycle(user, id, { ...input, steps: rest, rev })
  const { rows } = await app.pool.query(
    `select distinct c.body ->> 'text' as text, count(*)::int as n from deliveries d
       join contents c on c.id = d.content_id group by 1`,
  )
  expect(rows).toEqual([{ text: 'One', n: 502 }])
})
