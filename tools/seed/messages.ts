/** What the example says, to the groups that the sandbox has on its first day. */

type Words = { title: string; text: string }

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

/** Goes out at once, to all groups. */
export const greeting = {
  title: 'Hello',
  text: 'Hello! From now on the reminders come from here, each at its minute.',
}

export const drafts: Words[] = [
  { title: 'Summer party', text: 'Save the date: the summer party is on …' },
]
