import { join } from 'node:path'
import {
  CALENDAR_DAY_MAX,
  CALENDAR_ONE_DAY_MAX,
  CALENDAR_WEEK_DAY_MAX,
  CALENDAR_WHOLE_DAY_MAX,
  CALENDAR_DAYS_MAX,
  CALENDAR_SLOTS_MAX,
} from '@carillon/contract/calendar'
import { DAILY_CAP_MAX } from '@carillon/contract/groups/rules'
import {
  ALT_MAX,
  FILE_NAME_MAX,
  FRAME_BYTES_MAX,
  PART_BYTES,
  PICTURE_BYTES_MAX,
} from '@carillon/contract/media'
import { CATCH_UP_MAX_MINUTES, MESSAGE_GROUPS_MAX } from '@carillon/contract/messages'
import {
  ENDS_AFTER_MAX,
  BLACKOUTS_MAX,
  EXCEPTIONS_MAX,
  PREVIEW_MAX,
} from '@carillon/contract/schedule'
import { DATES_MAX, TIMES_MAX, YEAR_MAX } from '@carillon/contract/schedule/rule'
import { fileBytesMax } from '@carillon/contract/tiers'
import {
  UNSAVED_LIFETIME_DAYS,
  CREATED_FORMS_DAYS,
  CREATED_FORMS_MAX,
  UNSAVED_FORMS_MAX,
  UNSAVED_SIZE_MAX,
  UNSAVED_SIZE_MAX_TOTAL,
} from '@carillon/contract/unsaved'
import { PAGE_MAX } from '@carillon/contract/wire'
import { limitNames, limits, settingOf } from '../server/src/platform/server-limits.ts'
import { ROOT } from './launcher/project.mjs'
import { writeDocument } from './generated-docs.ts'

// Writes docs/limits.md, or the path given, from the limits in the code; with --check it writes nothing
// and fails when the file says something else.
const number = (value: number) => value.toLocaleString('en-US')

const settable = limitNames.map((name) => {
  const { default: value, unit, per, reason, atLimit } = limits[name]
  return `| \`${settingOf(name)}\` | ${number(value)} ${unit} | ${per} | ${reason} | ${atLimit} |`
})

/** What a request may hold. The contract refuses more, at the field, before anything is read or written. */
const requestLimits: [what: string, max: number, reason: string][] = [
  ['characters of a text', 20_000, 'Five times what Telegram sends, so that formatting fits.'],
  [
    'groups of one message',
    MESSAGE_GROUPS_MAX,
    'A fan-out of this size is planned in a few slices.',
  ],
  ['times of day in one rule', TIMES_MAX, 'One each quarter of an hour.'],
  ['dates in one rule', DATES_MAX, 'Three years of every day.'],
  ['skipped runs of a series, and moved ones', EXCEPTIONS_MAX, 'Three years of every day.'],
  ['periods without runs in a series', BLACKOUTS_MAX, 'Holidays of ten years.'],
  ['runs after which a series may end', ENDS_AFTER_MAX, 'Some 27 years of every day.'],
  ['last year of a schedule', YEAR_MAX, 'Zone data says nothing beyond.'],
  ['minutes that a message may be late', CATCH_UP_MAX_MINUTES, 'A day.'],
  ['sends a day that a group may be capped at', DAILY_CAP_MAX, 'Beyond this a cap means nothing.'],
  ['runs of one preview', PREVIEW_MAX, 'More than a person reads.'],
  ['days of one calendar', CALENDAR_DAYS_MAX, 'Two months.'],
  [
    'runs that a calendar counts',
    CALENDAR_SLOTS_MAX,
    'Of more, each series is counted only so far on each day, and the answer says so.',
  ],
  ['sends listed of one day', CALENDAR_DAY_MAX, 'The rest is summed up, series by series.'],
  ['the same in a week', CALENDAR_WEEK_DAY_MAX, 'As many in all as of a month.'],
  [
    'sends shown of one day that is opened',
    CALENDAR_ONE_DAY_MAX,
    '“Show more” asks for as many again.',
  ],
  ['sends shown of one day at most', CALENDAR_WHOLE_DAY_MAX, 'Filters show the others.'],
  ['items of one page of a list', PAGE_MAX, 'The next page has its cursor.'],
  ['bytes of a file, in the free tier', fileBytesMax.free, 'A photo at its best, a song.'],
  ['bytes of a file, in the pro tier', fileBytesMax.pro, 'The Bot API takes no more.'],
  ['bytes of a picture', PICTURE_BYTES_MAX, 'No network takes a larger photo.'],
  ['pixels of a picture', 50_000_000, 'A phone’s camera; unpacked, each takes memory.'],
  ['bytes of a part of a file', PART_BYTES, 'A slow phone sends it within a minute.'],
  ['bytes of the first frame of a video', FRAME_BYTES_MAX, 'It becomes a thumbnail.'],
  ['characters of the name of a file', FILE_NAME_MAX, 'Disks take some more.'],
  ['characters of an alternative text', ALT_MAX, 'A screen reader reads it in a minute.'],
  ['characters of an unsaved form', UNSAVED_SIZE_MAX, 'A cycle of fifty long steps.'],
  ['characters of all unsaved forms', UNSAVED_SIZE_MAX_TOTAL, 'Of more the oldest are forgotten.'],
  ['unsaved forms of a user', UNSAVED_FORMS_MAX, 'Of more the oldest are forgotten.'],
  [
    'forms of a user of which is known what was created from them',
    CREATED_FORMS_MAX,
    'Of more the oldest are forgotten: to save such a form again would create a second one.',
  ],
  [
    'days that this is known',
    CREATED_FORMS_DAYS,
    'Much longer than a device stores a form that nobody types into.',
  ],
  ['days that an unsaved form is kept', UNSAVED_LIFETIME_DAYS, 'Who returns later begins anew.'],
  ['bytes of a request', 1_000_000, 'A message to 5,000 groups with topics stays far below.'],
]

const printed = `# Limits

Everything that a request, a rule or a list can grow to has a limit with a unit and a reason. Tiers set limits of their own on top of these (\`contract/src/tiers.ts\`).

## What an operator can change

Set the variable in the first column to a whole number. A network is an IPv4 address, or the /64 of an IPv6 address. What is counted a minute, a second or at once is counted by each process in its memory, so two web processes together allow twice as much.

| setting | default | of one | reason | at the limit |
| --- | --- | --- | --- | --- |
${settable.join('\n')}

## What the contract fixes

More is answered with 400 \`invalid\` at the field, a body that is too large with 413; nothing is changed.

| what | most | reason |
| --- | --- | --- |
${requestLimits.map(([what, max, reason]) => `| ${what} | ${what.includes('year') ? max : number(max)} | ${reason} |`).join('\n')}
`

writeDocument({
  tool: 'tools/limits.ts',
  path: join(ROOT, 'docs/limits.md'),
  text: printed,
  source: 'the code',
})
