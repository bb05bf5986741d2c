import type { Weekday } from '@carillon/contract/schedule/rule'
import type { Added } from './add/useAdded.ts'
import { type CycleForm, emptyForm } from './form.ts'
import { newStep } from './steps.ts'
import { type TemplateId, templates } from './templates.ts'

/** What a template puts into the form: texts that are examples, to be written anew, and what else differs. */
type Filling = { texts: readonly string[]; fields: (form: CycleForm) => Partial<CycleForm> }

const at = (form: CycleForm, time: string, days?: Weekday[]) => ({
  timetable: {
    ...form.timetable,
    times: [time],
    ...(days ? { kind: 'weekly' as const, days } : { kind: 'daily' as const }),
  },
})

const fillings: Record<TemplateId, Filling> = {
  'daily-tip': {
    texts: [
      '*Tip of the day*\nWrite the first tip here. Short ones are read.',
      '*Tip of the day*\nWrite the second tip here. One idea for each message.',
      '*Tip of the day*\nWrite the third tip here. An example helps.',
    ],
    fields: (form) => ({ ...at(form, '09:00'), order: 'shuffle' }),
  },
  'weekly-offer': {
    texts: [
      '*This week’s offer*\nName the first offer, its price, and until when it holds.',
      '*This week’s offer*\nName the second offer, its price, and until when it holds.',
    ],
    fields: (form) => at(form, '12:00', ['fri']),
  },
  rules: {
    texts: [
      '*Welcome to all who are new.* Our rules:\n1. Be kind.\n2. Stay on topic.\n3. No advertising.',
    ],
    fields: (form) => at(form, '10:00', ['mon']),
  },
  notices: {
    texts: [
      'Important: write what everybody has to know here.',
      'Good to know: write a notice here.',
      'Did you know? Write a notice here.',
    ],
    fields: (form) => ({
      ...at(form, '18:00', ['mon', 'wed', 'fri']),
      order: 'weighted',
      steps: form.steps.map((step, n) => ({ ...step, weight: n === 0 ? 3 : 1 })),
    }),
  },
  countdown: {
    texts: [
      'Three days to go. Write here what to prepare.',
      'Two days to go. Write here how to get there.',
      'Tomorrow it is. Write here when it begins.',
      'Today! Write here where to meet.',
    ],
    fields: (form) => ({ ...at(form, '09:00'), order: 'once' }),
  },
}

/** A new form, filled in by a message or by the template that an address names; empty without. */
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
  const { texts, fields } = fillings[template.id]
  const form = { ...empty, name: template.name, steps: texts.map((text) => newStep(text)) }
  return { ...form, ...fields(form) }
}
