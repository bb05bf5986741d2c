import { expect, test } from 'vitest'
import { CycleForm, emptyForm, fieldOf, inputOf } from './form.ts'
import { newForm } from './newForm.ts'
import { newStep, StepForm } from './steps.ts'
import { templates } from './templates.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')
const ZONE = 'Europe/Berlin'

const problemsOf = (form: unknown) =>
  Object.fromEntries(
    CycleForm.safeParse(form).error?.issues.map(({ path, message }) => [path.join('.'), message]) ??
      [],
  )

test('218 each template is a cycle that lacks nothing but its groups and what only the person knows', () => {
  for (const { id } of templates) {
    const form = newForm(NOW, ZONE, new URLSearchParams({ template: id }))
    const asks = id === 'rules' ? [] : form.steps.map((_, n) => `steps.${n}.text`)
    expect([id, problemsOf(form)]).toEqual([
      id,
      {
        groupIds: 'Choose at least one group.',
        ...Object.fromEntries(asks.map((at) => [at, 'Write your own text, or switch it off.'])),
      },
    ])
    const written = form.steps.map((step) => ({ ...step, text: 'Castle early.' }))
    expect(problemsOf({ ...form, steps: written, groupIds: ['a'] })).toEqual({})
  }
  expect(newForm(NOW, ZONE, new URLSearchParams('template=none')).name).toBe('')
})

test('a template that sends its steps in order brings none of them to a group twice in a week', () => {
  const days = templates.flatMap(({ id }) => {
    const { order, steps, timetable } = newForm(NOW, ZONE, new URLSearchParams({ template: id }))
    const perWeek = timetable.kind === 'daily' ? 7 : timetable.days.length
    return order === 'sequence' || order === 'shuffle' ? [[id, order, steps.length >= perWeek]] : []
  })
  expect(days).toEqual([
    ['tips', 'sequence', true],
    ['weekly-offer', 'sequence', true],
    ['rules', 'sequence', true],
  ])
})

test('218 what a cycle lacks is said at its field, all at once', () => {
  expect(problemsOf({ ...emptyForm(NOW, ZONE), steps: [] })).toEqual({
    name: 'Give the cycle a name.',
    steps: 'Add at least one message.',
    groupIds: 'Choose at least one group.',
  })
  const off = { ...newStep('Hello'), enabled: false }
  const wrong = { ...newStep(), from: '2026-12-02', until: '2026-12-01', maxSends: '0' }
  const form = { ...emptyForm(NOW, ZONE), name: 'Tips', groupIds: ['a'] }
  expect(problemsOf({ ...form, steps: [off] })).toEqual({
    steps: 'Every message is switched off. Switch at least one on.',
  })
  expect(problemsOf({ ...form, steps: [off, wrong] })).toMatchObject({
    'steps.1.until': 'The last day is before the first.',
    'steps.1.maxSends': 'Give 1 or more.',
  })
})

test('218 a number that its cycle does not use is not judged, and does not keep it from being saved', () => {
  const steps = [{ ...newStep('Hello'), weight: 101 }]
  const form = { ...emptyForm(NOW, ZONE), name: 'Tips', groupIds: ['a'], steps, endsAfter: 0 }
  expect(problemsOf(form)).toEqual({})
  expect(inputOf(form, 'active').steps).toMatchObject([{ weight: 1 }])
  expect(problemsOf({ ...form, order: 'weighted', ends: 'rounds' })).toEqual({
    endsAfter: 'Give 1 or more.',
    'steps.0.weight': 'Use at most 100.',
  })
})

test('218 a place in the request leads to the field that shows it', () => {
  const form = emptyForm(NOW, ZONE)
  expect(fieldOf('steps.0.content.text', form)).toBe('steps.0.text')
  expect(fieldOf('steps', form)).toBe('steps')
  expect(fieldOf('schedule.rule.at.0', form)).toBe('timetable.times')
  expect(fieldOf('ends.sends', form)).toBe('endsAfter')
  expect(fieldOf('color', form)).toBe('color')
  expect(fieldOf('rev', form)).toBeUndefined()
})

test('218 what was simulated is saved with what it was drawn from', () => {
  const form = { ...emptyForm(NOW, ZONE), order: 'shuffle' as const }
  const input = inputOf(form, 'active')
  expect(input.seed).toBe(form.seed)
  expect(input.schedule?.seed).toBe(form.timetable.seed)
  expect(input.steps?.map(({ id }) => id)).toEqual(form.steps.map(({ id }) => id))
  expect(form.steps[0]?.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})

test('a step that was kept on the device and put back can be saved', () => {
  const kept: unknown = JSON.parse(JSON.stringify(newStep('Water the plants.')))
  expect(StepForm.safeParse(kept).error?.issues).toBeUndefined()
})
