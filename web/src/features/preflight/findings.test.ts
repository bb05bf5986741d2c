import type { Group } from '@carillon/contract/groups'
import type { Preflight } from '@carillon/contract/messages'
import { expect, test } from 'vitest'
import { wallClock } from '../../ui/time/words.ts'
import { countWords, findingsOf, reasonsOf } from './findings.ts'

const group = (id: string, rules: Partial<Group> = {}): Group => ({
  ...({ id, title: `Group ${id}`, channel: 'telegram-bot', topics: [] } as unknown as Group),
  status: 'active',
  timeZone: null,
  quietHours: null,
  dailyCap: null,
  minGapMinutes: null,
  ...rules,
})
const quiet = group('quiet', { quietHours: { from: '22:00', to: '07:00', mode: 'hold' } })
const lost = group('lost', { status: 'lost', reason: 'The bot was removed.' })
const plain = group('plain')
const answer = (part: Partial<Preflight>): Preflight => ({
  errors: [],
  warnings: [],
  reached: [],
  forecast: null,
  ...part,
})
const times = ['2026-12-01T22:30:00Z']
const found = (preflight: Preflight | undefined, ...groups: Group[]) =>
  findingsOf({ preflight, groups, times, hasTime: true, timeZone: 'Europe/Berlin' })

test('what is fine has nothing to tell', () => {
  expect(found(answer({}), plain)).toEqual([])
  expect(countWords([])).toBe('')
})

test('the rules of groups are told at once, and by the server not once more', () => {
  const warnings: Preflight['warnings'] = [
    {
      code: 'quiet_hours',
      effect: 'later',
      text: '“Group quiet” has quiet hours',
      groupId: 'quiet',
    },
  ]
  const errors = [{ path: 'groupIds', message: '“Group lost” is gone.', groupId: 'lost' }]
  const findings = found(answer({ warnings, errors }), quiet, lost, plain)
  expect(findings).toMatchObject([
    { effect: 'not', group: { id: 'lost' }, fixes: [{ kind: 'remove-group' }] },
    { effect: 'later', group: { id: 'quiet' }, fixes: [{ kind: 'other-time' }, {}] },
  ])
  expect(countWords(findings)).toBe('1 group cannot get it · 1 later')
  expect(reasonsOf(findings).get('lost')).toBe('The bot was removed.')
  expect(found(undefined, quiet, lost)).toHaveLength(2)
})

test('a group that does not get it is not said to wait as well', () => {
  const text = '“Group quiet”: it takes one message a day: it is not sent there.'
  const warnings: Preflight['warnings'] = [
    { code: 'cap', effect: 'not_sent', text, groupId: 'quiet' },
  ]
  expect(found(answer({ warnings }), quiet)).toMatchObject([{ effect: 'not' }])
})

test('a limit of a group is told once, as the server counts it', () => {
  const often = group('often', { dailyCap: 1 })
  const known = { groups: [often], hasTime: true, timeZone: 'Europe/Berlin' }
  const twice = ['2026-12-01T10:00:00Z', '2026-12-01T11:00:00Z']
  const limit = /^Daily limit of 1/
  const own = findingsOf({ ...known, preflight: answer({}), times: twice })
  expect(own.map(({ words }) => words)).toEqual([expect.stringMatching(limit)])
  const text = '“Group often”: it takes one message a day, and others go there before it.'
  const warnings: Preflight['warnings'] = [
    { code: 'cap', effect: 'not_sent', text, groupId: 'often' },
  ]
  const told = findingsOf({ ...known, preflight: answer({ warnings }), times: twice })
  expect(told.map(({ words }) => words)).toEqual([expect.not.stringMatching(limit)])
})

test('what the server says of a schedule has the times of the reader', () => {
  const errors = [{ path: 'schedule.rule.at', message: 'The clock jumps from 02:00 to 03:00.' }]
  const words = `The clock jumps from ${wallClock('02:00')} to ${wallClock('03:00')}.`
  expect(found(answer({ errors }), plain)).toMatchObject([{ words }])
})

test('a time that has passed blocks, and another one can be chosen', () => {
  const errors = [{ path: 'schedule.rule.at', message: 'This time has passed.' }]
  const findings = found(answer({ errors }), plain)
  expect(findings).toMatchObject([
    { effect: 'blocks', words: 'This time has passed.', fixes: [{ kind: 'other-time' }] },
  ])
  expect(countWords(findings)).toBe('1 to fix')
  // A send for now has none, also if no group gets it.
  const now = { times: [], hasTime: false, timeZone: 'Europe/Berlin' }
  expect(findingsOf({ preflight: answer({ errors }), groups: [plain], ...now })).toEqual([])
})

test('a group that has it already is told nothing of, and an unlinked account can be linked', () => {
  const warnings: Preflight['warnings'] = [
    {
      code: 'account',
      effect: 'not_sent',
      text: '“Group plain”: It is not linked.',
      groupId: 'plain',
    },
  ]
  expect(found(answer({ warnings, reached: ['lost'] }), lost, plain)).toMatchObject([
    {
      effect: 'not',
      words: 'It is not linked.',
      fixes: [{ kind: 'connect', channel: 'telegram-bot' }, { kind: 'remove-group' }],
    },
  ])
})

test('a number that is only restricted is not to be connected again, and it says until when', () => {
  const restricted = { code: 'account' as const, text: '“Group plain”: Restricted.' }
  const until = '2026-12-01T23:30:00.000Z'
  for (const effect of ['later', 'not_sent'] as const) {
    const warnings = [{ ...restricted, effect, groupId: 'plain', until }]
    const [finding] = found(answer({ warnings }), plain)
    expect(finding?.words).toMatch(/^Restricted\. .* Dec .*2026, .*12:30.AM\.$/)
    expect(finding?.fixes).toMatchObject([{ kind: 'other-time' }, { kind: 'remove-group' }])
  }
})

test('what only the server knows is shown with what fixes it', () => {
  const findings = found(
    answer({
      errors: [
        { path: 'content.text', message: 'Too long.' },
        { path: 'content.poll.anonymous', message: 'It must be anonymous.', groupId: 'plain' },
        { path: 'groupIds', message: 'Choose at least one group.' },
      ],
      warnings: [
        {
          code: 'topic_closed',
          effect: 'not_sent',
          text: '“Group plain”: the topic “Plans” is closed.',
          groupId: 'plain',
          topicId: '7',
        },
        { code: 'content', effect: 'differs', text: '1 will be plain.' },
      ],
    }),
    plain,
  )
  expect(findings).toMatchObject([
    { effect: 'blocks', words: 'Too long.', fixes: [{ kind: 'show', path: 'content.text' }] },
    { effect: 'blocks', fixes: [{ kind: 'make-anonymous' }] },
    { effect: 'not', words: 'the topic “Plans” is closed.', fixes: [{ topicId: '7' }] },
    { effect: 'differs', fixes: [] },
  ])
  expect(countWords(findings)).toBe('3 to fix · 1 group cannot get it')
})

test('findings that one press fixes count once', () => {
  const away = (groupId: string) => ({
    code: 'account' as const,
    effect: 'not_sent' as const,
    text: `“Group ${groupId}”: It is not linked.`,
    groupId,
  })
  const known = ['a', 'b', 'c'].map((id) => group(id))
  const findings = found(answer({ warnings: known.map(({ id }) => away(id)) }), ...known)
  expect(findings).toHaveLength(3)
  expect(countWords(findings)).toBe('1 to fix · 3 groups cannot get it')
})

test('a problem of one group is not counted twice', () => {
  const blocking = {
    path: 'content.poll.anonymous',
    message: 'It must be anonymous.',
    groupId: 'plain',
  }
  const findings = found(answer({}), lost, group('gone', { status: 'lost' }))
  expect(countWords(findings)).toBe('2 groups cannot get it')
  expect(countWords(found(answer({ errors: [blocking] }), plain))).toBe('1 to fix')
  const both = found(answer({ errors: [blocking] }), plain, lost)
  expect(countWords(both)).toBe('2 to fix · 1 group cannot get it')
})
