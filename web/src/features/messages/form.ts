import {
  CATCH_UP_DEFAULT_MINUTES,
  type Message,
  type MessageInput,
  type OnUnconfirmed,
  type Overlap,
  PAUSE_AFTER_FAILURES_DEFAULT,
  PAUSE_AFTER_FAILURES_MAX,
} from '@carillon/contract/messages'
import type { Content } from '@carillon/contract/content/content'
import type { Schedule } from '@carillon/contract/schedule'
import { LocalDateTime } from '@carillon/contract/time'
import type { FieldPath } from 'react-hook-form'
import * as z from 'zod/mini'
import { addIssuesOf } from '../compose/addIssuesOf.ts'
import { contentOf, contentFields } from '../compose/content/options.ts'
import { contentProblems } from '../compose/content/problem.ts'
import { contentFieldOf, contentShape, addIssues } from '../compose/content/shape.ts'
import { followUpFieldAt } from '../compose/options/followUps.ts'
import { scheduleOf, timetableOf } from '../schedule/mapping.ts'
import { fieldAt, problemsOf } from '../schedule/problems.ts'
import { emptyTimetable } from '../schedule/timetable.ts'
import { atFields, emptyTiming, timingFields, timingProblems } from '../schedule/timingForm.ts'
import { nextHour } from '../schedule/when.ts'
import { isSentAtOnce } from './words.ts'

const Failures = z
  .int('Give a whole number.')
  .check(
    z.minimum(0, 'Give 0 for never, or more.'),
    z.maximum(PAUSE_AFTER_FAILURES_MAX, `Use at most ${PAUSE_AFTER_FAILURES_MAX}.`),
  )

/** The state of the editor; it has the shape of its fields. */
export const MessageForm = z
  .object({
    title: z.string().check(z.maxLength(120, 'A title has at most 120 characters.')),
    ...contentShape,
    groupIds: z.array(z.string()),
    topics: z.record(z.string(), z.array(z.string())),
    ...timingFields,
    onUnconfirmed: z.custom<OnUnconfirmed>(),
    catchUpMinutes: z.number(),
    overlap: z.custom<Overlap>(),
    /** Judged only if it repeats. */
    pauseAfterFailures: z.custom<number>(),
  })
  .check(
    z.superRefine(
      (form, context) => {
        addIssues(contentProblems(form), context)
        if (form.groupIds.length === 0) {
          const none = 'Choose at least one group.'
          context.addIssue({ code: 'custom', path: ['groupIds'], message: none })
        }
        if (form.when === 'repeat') {
          addIssuesOf(Failures, form.pauseAfterFailures, ['pauseAfterFailures'], context)
        }
        for (const problem of timingProblems(form)) {
          context.addIssue({ code: 'custom', ...problem })
        }
      },
      // A problem with one field must not hide the problems of the others.
      { when: () => true },
    ),
  )
export type MessageForm = z.infer<typeof MessageForm>

/** An empty form. Its times are the next full hour in the time zone of the user. */
export function emptyForm(now: number, timeZone: string): MessageForm {
  return {
    ...emptyTiming(now, timeZone),
    title: '',
    text: '',
    groupIds: [],
    topics: {},
    ...contentFields(undefined),
    onUnconfirmed: 'ask',
    catchUpMinutes: CATCH_UP_DEFAULT_MINUTES,
    overlap: 'skip',
    pauseAfterFailures: PAUSE_AFTER_FAILURES_DEFAULT,
  }
}

/**
 * Fills a form from an address: `when=now`, `kind=automated` to repeat, `at=2026-12-01T09:00` in the time zone of the
 * user.
 */
export function prefilled(form: MessageForm, search: URLSearchParams): MessageForm {
  const local = LocalDateTime.safeParse(search.get('at')).data
  return {
    ...form,
    ...(local ? { ...atFields(local), timetable: emptyTimetable(local) } : {}),
    ...(search.get('when') === 'now' ? { when: 'now' } : {}),
    ...(search.get('kind') === 'automated' ? { when: 'repeat' } : {}),
  }
}

/** The form of a saved message. */
export function formOf(message: Message, now: number, timeZone: string): MessageForm {
  const { content, groupIds, topics = {}, schedule, onUnconfirmed, catchUpMinutes } = message
  const { overlap, pauseAfterFailures } = message
  return {
    ...emptyForm(now, schedule?.timeZone ?? timeZone),
    ...timeOfForm(message, nextHour(now, schedule?.timeZone ?? timeZone)),
    title: message.title ?? '',
    text: content.text,
    ...contentFields(content),
    groupIds,
    topics,
    onUnconfirmed,
    catchUpMinutes,
    overlap,
    pauseAfterFailures,
  }
}

function timeOfForm(message: Message, near: string): Partial<MessageForm> {
  const { kind, schedule } = message
  // A message that was sent at once has no chosen time.
  if (isSentAtOnce(message)) return { when: 'now' }
  if (schedule?.rule.kind === 'once') return atFields(schedule.rule.at)
  if (schedule) return { when: 'repeat', timetable: timetableOf(schedule, near) }
  return kind === 'automated' ? { when: 'repeat' } : {}
}

/** What is saved, without the status that it gets. */
export type InputFields = Omit<MessageInput, 'status' | 'content'> & { content: Content }

/**
 * The input for the server. A draft may have no time. Fields that the editor does not show keep their value of
 * `before`.
 */
export function inputOf(
  form: MessageForm,
  status: MessageInput['status'],
  before?: Message,
): InputFields & Pick<MessageInput, 'status'> {
  const { groupIds, topics, when, onUnconfirmed, catchUpMinutes } = form
  const chosen = Object.entries(topics).filter(
    ([id, ids]) => groupIds.includes(id) && ids.length > 0,
  )
  const schedule = scheduleIn(form, before)
  return {
    kind: when === 'repeat' ? 'automated' : 'scheduled',
    status,
    content: contentOf(form.text, form),
    groupIds,
    ...(chosen.length > 0 ? { topics: Object.fromEntries(chosen) } : {}),
    ...(schedule ? { schedule } : {}),
    ...(form.title.trim() ? { title: form.title.trim() } : {}),
    onUnconfirmed,
    catchUpMinutes,
    ...(when === 'repeat'
      ? { overlap: form.overlap, pauseAfterFailures: form.pauseAfterFailures }
      : {}),
  }
}

/** The schedule of the form, if it is complete and valid; a draft may have none. */
function scheduleIn(form: MessageForm, before: Message | undefined): Schedule | undefined {
  const { when, date, time, timeZone, timetable } = form
  if (when === 'repeat') {
    return problemsOf(timetable, timeZone).length > 0
      ? undefined
      : scheduleOf(timetable, timeZone, before?.schedule)
  }
  return when === 'at' && date && time
    ? { timeZone, rule: { kind: 'once', at: `${date}T${time}` } }
    : undefined
}

/** The field of the form for a path of the request. */
export function fieldOf(path: string, form: MessageForm): FieldPath<MessageForm> | undefined {
  if (path.startsWith('content')) {
    const field = followUpFieldAt(path) ?? contentFieldOf(path.slice('content.'.length), form)
    return field as FieldPath<MessageForm>
  }
  if (path.startsWith('groupIds')) return 'groupIds'
  if (path.startsWith('topics')) return 'topics'
  if (path === 'schedule.timeZone') return 'timeZone'
  if (path.startsWith('schedule')) return timeField(path, form)
  return plainFields.find((name) => name === path)
}

function timeField(path: string, { when, timetable }: MessageForm): FieldPath<MessageForm> {
  if (when !== 'repeat') return 'time'
  const field = fieldAt(path.replace(/^schedule\.?/, ''), timetable)
  return field === 'timeZone' ? field : `timetable.${field}`
}

const plainFields = [
  'title',
  'onUnconfirmed',
  'catchUpMinutes',
  'overlap',
  'pauseAfterFailures',
] as const
