import { randomKey } from '../../api/randomKey.ts'
import { SENDS_MAX, type Step, type StepInput, WEIGHT_MAX } from '@carillon/contract/cycles'
import * as z from 'zod/mini'
import { contentOf, contentFields, type ContentFormValues } from '../compose/content/options.ts'
import { uploadProblem } from '../compose/media/files.ts'
import { copyOfContent } from '../compose/others/copies.ts'
import { contentProblems, NOTHING_WRITTEN } from '../compose/content/problem.ts'
import { contentShape, addIssues } from '../compose/content/shape.ts'
import { isExample } from './examples.ts'

export const Weight = z
  .number('Give a whole number.')
  .check(
    z.int('Give a whole number.'),
    z.minimum(0, 'Give 0 for never, or more.'),
    z.maximum(WEIGHT_MAX, `Use at most ${WEIGHT_MAX}.`),
  )

/** One step as its card shows it. */
export const StepForm = z
  .object({
    /** Given here, so that a step keeps its place and its counts wherever it is moved to. */
    id: z.string(),
    ...contentShape,
    enabled: z.boolean(),
    /** Judged as a `Weight`, and only where steps come by their weight. */
    weight: z.custom<number>(),
    /** Days; empty without. */
    from: z.string(),
    until: z.string(),
    /** A number as it is typed; empty if there is none. */
    maxSends: z.string().check(
      z.refine((typed) => typed === '' || /^[1-9]\d*$/.test(typed), 'Give 1 or more.'),
      z.refine(
        (typed) => Number(typed) <= SENDS_MAX,
        `Use at most ${SENDS_MAX.toLocaleString('en')}.`,
      ),
    ),
  })
  .check(
    z.superRefine(
      ({ enabled, from, until, ...said }, context) => {
        if (from && until && until < from) {
          context.addIssue({
            code: 'custom',
            path: ['until'],
            message: 'The last day is before the first.',
          })
        }
        // One that is switched off may lack words, and loses no file.
        const missing = uploadProblem(said)
        addIssues(enabled ? stepProblems(said) : missing ? [missing] : [], context)
      },
      { when: () => true },
    ),
  )
export type StepForm = z.infer<typeof StepForm>

/** A step that says `text`, and comes whenever it is its turn. */
export const newStep = (text = ''): StepForm => ({
  id: newId(),
  text,
  ...contentFields(undefined),
  enabled: true,
  weight: 1,
  from: '',
  until: '',
  maxSends: '',
})

/** The same step once more, as a step of its own. */
export const copyOf = (step: StepForm): StepForm => ({
  ...copyOfContent(step),
  id: newId(),
})

/** The card that shows a step. */
export const stepFormOf = ({ id, content, enabled, weight, ...step }: Step): StepForm => ({
  id,
  text: content.text,
  ...contentFields(content),
  enabled,
  weight,
  from: step.from ?? '',
  until: step.until ?? '',
  maxSends: step.maxSends?.toString() ?? '',
})

/** What the card says to the server. */
export const stepInputOf = ({ id, text, ...step }: StepForm): StepInput => ({
  id,
  content: contentOf(text, step),
  enabled: step.enabled,
  weight: step.weight,
  ...(step.from ? { from: step.from } : {}),
  ...(step.until ? { until: step.until } : {}),
  ...(step.maxSends ? { maxSends: Number(step.maxSends) } : {}),
})

/** Whether a step would say what its template does. */
export const isUnwritten = ({ enabled, says, text }: Pick<StepForm, 'enabled' | 'says' | 'text'>) =>
  enabled && says === 'message' && isExample(text)

function stepProblems(
  said: Pick<
    ContentFormValues,
    'text' | 'says' | 'files' | 'textAfter' | 'poll' | 'buttons' | 'variants' | 'linkCard' | 'own'
  >,
) {
  if (isUnwritten({ ...said, enabled: true })) {
    return [{ path: ['text'], message: 'Write your own text, or switch it off.' }]
  }
  return contentProblems(said).map(({ path, message }) => ({
    path,
    message: message === NOTHING_WRITTEN ? 'Write a message, or switch it off.' : message,
  }))
}

/** Random bits written as the server writes its ids. */
const newId = () => randomKey().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
