import { lengthOf, TELEGRAM_TEXT_MAX } from '@carillon/contract/content/entities'
import { parse } from '@carillon/contract/content/markup'
import {
  CATCH_UP_DEFAULT_MINUTES,
  type Message,
  type MessageInput,
  OnUnconfirmed,
} from '@carillon/contract/messages'
import type { Content } from '@carillon/contract/content/content'
import { z } from 'zod'
import { instantOf, nextHour } from './when.ts'

/** The editor's state, shaped as its fields are. */
export const MessageForm = z
  .object({
    text: z.string().superRefine((text, context) => {
      const said = parse(text).text
      if (said.trim() === '') context.addIssue('Write a message.')
      const length = lengthOf(said)
      if (length > TELEGRAM_TEXT_MAX) {
        context.addIssue(`Telegram takes at most 4,096 characters; these are ${figure(length)}.`)
      }
    }),
    groupIds: z.array(z.string()).min(1, 'Choose at least one group.'),
    topics: z.record(z.string(), z.array(z.string())),
    when: z.enum(['now', 'at']),
    date: z.string(),
    time: z.string(),
    timeZone: z.string(),
    silent: z.boolean(),
    protect: z.boolean(),
    linkPreview: z.boolean(),
    onUnconfirmed: OnUnconfirmed,
    catchUpMinutes: z.number(),
  })
  .superRefine(
    ({ when, date, time, timeZone }, context) => {
      if (when === 'now') return
      if (!date) context.addIssue({ code: 'custom', path: ['date'], message: 'Choose a day.' })
      if (!time) context.addIssue({ code: 'custom', path: ['time'], message: 'Choose a time.' })
      const named = date && time ? instantOf(`${date}T${time}`, timeZone) : undefined
      if (named && named.at.getTime() <= Date.now()) {
        context.addIssue({ code: 'custom', path: ['time'], message: PASSED })
      }
    },
    // What is wrong with one field does not keep quiet about the others.
    { when: () => true },
  )
export type MessageForm = z.infer<typeof MessageForm>

/** Offered together with a way to send at once. */
export const PASSED = 'This time has passed. Choose a later one, or send it now instead.'

/** An empty form; the time stands at the next full hour of the person's zone. */
export function emptyForm(now: number, timeZone: string): MessageForm {
  return {
    ...at(nextHour(now, timeZone)),
    timeZone,
    text: '',
    groupIds: [],
    topics: {},
    silent: false,
    protect: false,
    linkPreview: true,
    onUnconfirmed: 'ask',
    catchUpMinutes: CATCH_UP_DEFAULT_MINUTES,
  }
}

/** The form that shows a message. */
export function formOf(message: Message, now: number, timeZone: string): MessageForm {
  const { content, groupIds, topics = {}, schedule, onUnconfirmed, catchUpMinutes } = message
  return {
    ...emptyForm(now, schedule?.timeZone ?? timeZone),
    ...(schedule?.rule.kind === 'once' ? at(schedule.rule.at) : {}),
    text: content.text,
    silent: content.options?.silent ?? false,
    protect: content.options?.protect ?? false,
    linkPreview: content.options?.linkPreview !== 'off',
    groupIds,
    topics,
    onUnconfirmed,
    catchUpMinutes,
  }
}

/**
 * What the form says to the server. A draft may lack its time; what the editor does not show stays as
 * it is in `before`.
 */
export function inputOf(
  form: MessageForm,
  status: MessageInput['status'],
  before?: Message,
): MessageInput {
  const { groupIds, topics, when, date, time, timeZone, onUnconfirmed, catchUpMinutes } = form
  const chosen = Object.entries(topics).filter(
    ([id, ids]) => groupIds.includes(id) && ids.length > 0,
  )
  const timed = when === 'at' && date && time
  return {
    kind: 'scheduled',
    status,
    content: contentOf(form),
    groupIds,
    ...(chosen.length > 0 ? { topics: Object.fromEntries(chosen) } : {}),
    ...(timed ? { schedule: { timeZone, rule: { kind: 'once', at: `${date}T${time}` } } } : {}),
    ...(before?.title ? { title: before.title } : {}),
    onUnconfirmed,
    catchUpMinutes,
  }
}

/** What is said; an option that is as Telegram has it anyway is not named. */
function contentOf({ text, silent, protect, linkPreview }: MessageForm): Content {
  const options = {
    ...(silent ? { silent } : {}),
    ...(protect ? { protect } : {}),
    ...(linkPreview ? {} : { linkPreview: 'off' as const }),
  }
  return { text, ...(Object.keys(options).length > 0 ? { options } : {}) }
}

/** The field that a place in the request belongs to. */
export function fieldOf(path: string): keyof MessageForm | undefined {
  if (path.startsWith('content')) return 'text'
  if (path.startsWith('groupIds')) return 'groupIds'
  if (path.startsWith('topics')) return 'topics'
  if (path === 'schedule.timeZone') return 'timeZone'
  if (path.startsWith('schedule')) return 'time'
  if (path === 'onUnconfirmed' || path === 'catchUpMinutes') return path
  return undefined
}

const at = (local: string) => ({
  when: 'at' as const,
  date: local.slice(0, 10),
  time: local.slice(11, 16),
})

const figure = (n: number) => n.toLocaleString('en')
