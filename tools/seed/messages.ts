import type { Content } from '@carillon/contract/content/content'
import type { Schedule } from '@carillon/contract/schedule'

/** What the example says, to the groups that the sandbox has on its first day. */

type Words = { title: string; text: string; options?: NonNullable<Content['options']> }

/** `inDays` from now at a time of the wall clock. */
export const planned: (Words & { group: string; inDays: number; at: string })[] = [
  {
    title: 'Sunday run',
    text: '*Sunday run*: 8 km along the river, easy pace.\nWe meet at the bridge at 09:00, _rain or shine_.',
    group: 'Riverside Runners',
    inDays: 2,
    at: '18:00',
  },
  {
    title: 'Intervals',
    text: '6 × 800 m on the track tonight, 19:00. Bring a lamp.',
    group: 'Riverside Runners',
    inDays: 4,
    at: '12:00',
  },
  {
    title: 'New route',
    text: 'Next week we try the path behind the mill. `4.2 km`, one hill, ~muddy~ dry by then.',
    group: 'Riverside Runners',
    inDays: 8,
    at: '07:45',
  },
  {
    title: 'Bins',
    text: 'The bins go out *tonight*. The blue ones, please.',
    // Nobody needs it the day after.
    options: { deleteAfterMinutes: 24 * 60 },
    group: 'Maple Street',
    inDays: 4,
    at: '19:30',
  },
  {
    title: 'Open workshop',
    text: '> Bring something that does not work any more.\nThe workshop is open from 17:00. Soldering irons are there, cake is welcome.',
    group: 'Makers Forum',
    inDays: 7,
    at: '08:15',
  },
]

/** Comes again and again. */
export const repeating: (Words & { group: string; rule: Schedule['rule'] })[] = [
  {
    title: 'Training tonight',
    text: '*Training tonight* at 19:00, at the track. Who comes?',
    options: { replacePrevious: true },
    group: 'Riverside Runners',
    rule: { kind: 'weekly', days: ['tue', 'thu'], at: ['08:00'] },
  },
  {
    title: 'Rent of the garage',
    text: 'The rent of the garage is due tomorrow.',
    group: 'Maple Street',
    rule: { kind: 'monthly', on: { day: 'last' }, at: ['10:00'] },
  },
  {
    title: 'Who has the key?',
    text: 'Who takes the key this week? Answer here, please.',
    group: 'Makers Forum',
    rule: { kind: 'weekly', days: ['sun'], at: ['18:30'], everyWeeks: 2 },
  },
]

/** Goes out at once, to all groups. */
export const greeting = {
  title: 'Hello',
  text: 'Hello! From now on the reminders come from here, each at its minute.',
}

export const drafts: Words[] = [
  { title: 'Summer party', text: 'Save the date: the summer party is on …' },
]

/** Goes round, to all groups; some of its steps have been said. */
export const tips = {
  name: 'Winter tips',
  at: '07:30',
  said: 2,
  texts: [
    '*Layers* keep you warmer than one thick coat.',
    'A lamp on the head, a light on the back: be seen.',
    'Drink before you are thirsty, _also_ when it is cold.',
    'Warm up indoors: five minutes are enough.',
    'Shoes with a tread today: the path by the mill is icy.',
  ],
}
