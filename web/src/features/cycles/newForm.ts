import type { Weekday } from '@carillon/contract/schedule/rule'
import type { Added } from './add/useAdded.ts'
import { examples } from './examples.ts'
import { type CycleForm, emptyForm } from './form.ts'
import { newStep } from './steps.ts'
import { type TemplateId, templates } from './templates.ts'

const at = (form: CycleForm, time: string, days?: Weekday[]) => ({
  timetable: {
    ...form.timetable,
    times: [time],
    ...(days ? { kind: 'weekly' as const, days } : { kind: 'daily' as const }),
  },
})

/** The other fields that a template fills in. */
const fieldsOf: Record<TemplateId, (form: CycleForm) => Partial<CycleForm>> = {
  // As many steps as days, because a step that a group gets twice in a week causes a warning.
  tips: (form) => at(form, '09:00', ['mon', 'wed', 'fri']),
  'weekly-offer': (form) => at(form, '12:00', ['fri']),
  rules: (form) => at(form, '10:00', ['mon']),
  notices: (form) => ({
    ...at(form, '18:00', ['mon', 'wed', 'fri']),
    order: 'weighted',
    steps: form.steps.map((step, n) => ({ ...step, weight: n === 0 ? 3 : 1 })),
  }),
  countdown: (form) => ({ ...at(form, '09:00'), order: 'once' }),
}

/** A new form, filled in from a message or from the template in the address; otherwise empty. */
export function newForm(
  now: number,
  timeZone: string,
  search: URLSearchParams,
  added?: Added,
): CycleForm {
  const empty = emptyForm(now, timeZone)
  if (added) {
    const { step, ...fields } = added
    return { ...empty, ...fields, steps: [step] }
  }
  const template = templates.find(({ id }) => id === search.get('template'))
  if (!template) return empty
  const texts = examples[template.id]
  const form = { ...empty, name: template.name, steps: texts.map((text) => newStep(text)) }
  return { ...form, ...fieldsOf[template.id](form) }
}
