import type { Message } from '@carillon/contract/messages'
import { expect, test } from 'vitest'
import { PASSED } from '../schedule/timingForm.ts'
import { localOf } from '../schedule/when.ts'
import { emptyForm, fieldOf, formOf, inputOf, MessageForm, prefilled } from './form.ts'

const now = Date.parse('2099-12-01T09:10:00Z')
const filled = { ...emptyForm(now, 'Europe/Berlin'), text: 'Hello *all*', groupIds: ['g1'] }
const problems = (form: MessageForm) =>
  MessageForm.safeParse(form).error?.issues.map(({ path, message }) => [path.join('.'), message]) ??
  []

test('216 a filled form is right, an empty one says what is missing', () => {
  expect(problems(filled)).toEqual([])
  expect(problems(emptyForm(now, 'UTC'))).toEqual([
    ['text', 'Write a message.'],
    ['groupIds', 'Choose at least one group.'],
  ])
  expect(problems({ ...filled, date: '', time: '' })).toEqual([
    ['date', 'Choose a day.'],
    ['time', 'Choose a time.'],
  ])
})

test('216 failures in a row are judged only of what repeats', () => {
  const form = { ...filled, pauseAfterFailures: -1 }
  expect(problems(form)).toEqual([])
  expect(problems({ ...form, when: 'repeat' })).toEqual([
    ['pauseAfterFailures', 'Give 0 for never, or more.'],
  ])
})

test('signs without a word are no message, and signs do not count against the limit', () => {
  expect(problems({ ...filled, text: ' \n ' })).toEqual([['text', 'Write a message.']])
  expect(problems({ ...filled, text: `*${'x'.repeat(4096)}*` })).toEqual([])
  expect(problems({ ...filled, text: 'x'.repeat(4097) })).toEqual([
    ['text', 'Telegram takes at most 4,096 characters; these are 4,097.'],
  ])
})

test('216 a time that has passed is refused, unless it is to be sent now', () => {
  const past = { ...filled, date: '2020-01-01', time: '09:00' }
  expect(problems(past)).toEqual([['date', PASSED]])
  const today = localOf(new Date(), filled.timeZone).slice(0, 10)
  expect(problems({ ...filled, date: today, time: '00:00' })).toEqual([['time', PASSED]])
  expect(problems({ ...past, when: 'now' })).toEqual([])
  expect(problems({ ...past, text: '' })).toEqual([
    ['text', 'Write a message.'],
    ['date', PASSED],
  ])
})

test('216 a time that the clocks skip is refused', () => {
  const gap = { ...filled, date: '2027-03-28', time: '02:30' }
  expect(problems(gap)).toEqual([
    ['time', 'The clocks skip this time on that day. Choose another one.'],
  ])
  expect(problems({ ...gap, timeZone: 'UTC' })).toEqual([])
})

test('the form says to the server what it shows', () => {
  expect(inputOf({ ...filled, topics: { g1: ['7'], gone: ['1'] } }, 'active')).toEqual({
    kind: 'scheduled',
    status: 'active',
    content: { kind: 'text', text: 'Hello *all*' },
    groupIds: ['g1'],
    topics: { g1: ['7'] },
    schedule: { timeZone: 'Europe/Berlin', rule: { kind: 'once', at: '2099-12-01T11:00' } },
    onUnconfirmed: 'ask',
    catchUpMinutes: 15,
  })
})

test('only options that differ from what Telegram does anyway are named', () => {
  expect(
    inputOf({ ...filled, silent: true, linkPreview: false, mentionAll: true }, 'active').content,
  ).toEqual({
    kind: 'text',
    text: 'Hello *all*',
    options: { silent: true, linkPreview: 'off', mentionAll: true },
  })
})

test('a draft without a time has no schedule', () => {
  expect(inputOf({ ...filled, time: '' }, 'draft')).not.toHaveProperty('schedule')
  expect(inputOf({ ...filled, when: 'now' }, 'draft')).not.toHaveProperty('schedule')
})

test('a message becomes the form and the same message again', () => {
  const message = {
    id: 'm1',
    kind: 'scheduled',
    content: { kind: 'text', text: 'Hi', options: { silent: true } },
    groupIds: ['g1'],
    schedule: { timeZone: 'Asia/Tokyo', rule: { kind: 'once', at: '2099-12-24T18:00' } },
    catchUpMinutes: 60,
    onUnconfirmed: 'resend',
  } as Message
  const form = formOf(message, now, 'UTC')

  expect(form).toMatchObject({
    date: '2099-12-24',
    time: '18:00',
    timeZone: 'Asia/Tokyo',
    when: 'at',
  })
  expect(inputOf({ ...form, text: 'Ho' }, 'active', message)).toMatchObject({
    content: { kind: 'text', text: 'Ho', options: { silent: true } },
    schedule: message.schedule,
    catchUpMinutes: 60,
    onUnconfirmed: 'resend',
  })
})

test('what went out at once, and did not reach all, is given no time that nobody chose', () => {
  const message = {
    id: 'm1',
    kind: 'scheduled',
    status: 'partly_sent',
    content: { kind: 'text', text: 'Hi' },
    groupIds: ['g1', 'g2'],
    occurrence: { id: 'o1' },
  } as Message
  expect(formOf(message, now, 'UTC').when).toBe('now')
  expect(formOf({ ...message, status: 'draft', occurrence: null }, now, 'UTC').when).toBe('at')
})

test('what the server refuses is shown at its field', () => {
  const field = (path: string) => fieldOf(path, filled)
  expect(field('schedule.rule.at')).toBe('time')
  expect(field('schedule.timeZone')).toBe('timeZone')
  expect(field('content.text')).toBe('text')
  expect(field('groupIds.0')).toBe('groupIds')
  expect(field('onUnconfirmed')).toBe('onUnconfirmed')
  expect(field('kind')).toBeUndefined()
  expect(fieldOf('schedule.rule.at.1', { ...filled, when: 'repeat' })).toBe('timetable.times')
  expect(fieldOf('schedule', { ...filled, when: 'repeat' })).toBe('timetable.times')
})

test('what repeats is an automated message, and says what its series does on its own', () => {
  expect(inputOf({ ...filled, when: 'repeat', overlap: 'wait' }, 'active')).toMatchObject({
    kind: 'automated',
    schedule: {
      timeZone: 'Europe/Berlin',
      rule: { kind: 'weekly', days: ['tue'], at: ['11:00'] },
    },
    overlap: 'wait',
    pauseAfterFailures: 5,
  })
})

test('a timetable is judged only when it is meant', () => {
  const timetable = { ...filled.timetable, days: [], interval: Number.NaN }
  expect(problems({ ...filled, timetable })).toEqual([])
  expect(problems({ ...filled, timetable, when: 'repeat' }).map(([path]) => path)).toEqual([
    'timetable.days',
    'timetable.interval',
  ])
  expect(inputOf({ ...filled, timetable, when: 'repeat' }, 'draft')).not.toHaveProperty('schedule')
})

test('an automated message becomes the form and the same message again', () => {
  const message = {
    id: 'm2',
    kind: 'automated',
    content: { kind: 'text', text: 'Hi' },
    groupIds: ['g1'],
    schedule: {
      timeZone: 'Asia/Tokyo',
      rule: { kind: 'daily', everyDays: 2, at: ['06:30'] },
      skips: ['2099-12-24T06:30'],
    },
    catchUpMinutes: 15,
    onUnconfirmed: 'ask',
    overlap: 'wait',
    pauseAfterFailures: 3,
  } as Message
  const form = formOf(message, now, 'UTC')
  expect(form.when).toBe('repeat')
  expect(inputOf(form, 'active', message)).toMatchObject({
    kind: 'automated',
    schedule: message.schedule,
    overlap: 'wait',
    pauseAfterFailures: 3,
  })
})

test('an address can say what is wanted; nonsense in it is passed over', () => {
  const asked = (query: string) => prefilled(filled, new URLSearchParams(query))
  expect(asked('at=2099-12-24T18:00')).toMatchObject({
    when: 'at',
    date: '2099-12-24',
    time: '18:00',
  })
  expect(asked('kind=automated&at=2099-12-24T18:00')).toMatchObject({
    when: 'repeat',
    timetable: { days: ['thu'], times: ['18:00'] },
  })
  expect(asked('at=tomorrow&kind=x')).toEqual(filled)
})
