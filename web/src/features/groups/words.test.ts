import type { Group } from '@carillon/contract/groups'
import { expect, test } from 'vitest'
import { wallClock } from '../../ui/time/words.ts'
import { count } from '../../ui/words.ts'
import { onlySendableGroup, rulesWords, uncountedWords } from './words.ts'

test('the rules of a group are shown in a few words', () => {
  const none = { timeZone: null, quietHours: null, dailyCap: null, minGapMinutes: null }
  expect(rulesWords(none)).toEqual([])
  expect(
    rulesWords({
      timeZone: 'Asia/Tokyo',
      quietHours: { from: '22:00', to: '07:00', days: ['fri', 'sat'], mode: 'hold' },
      dailyCap: 5,
      minGapMinutes: 30,
    }),
  ).toEqual([
    `Quiet ${wallClock('22:00')}–${wallClock('07:00')} (Fri, Sat)`,
    'Daily limit 5',
    '30 min apart',
    'Tokyo time',
  ])
})

test('things are counted in words, and large figures are parted by commas', () => {
  expect(count(0, 'group')).toBe('0 groups')
  expect(count(1, 'group')).toBe('1 group')
  expect(count(999, 'member')).toMatch(/^999 members$/)
  expect(count(1_000, 'member')).toBe('1,000 members')
  expect(count(1_234_567, 'member')).toBe('1,234,567 members')
})

test('the only group is the one that can be sent to, whatever else there is', () => {
  const [active, muted, suspended] = ['active', 'muted', 'suspended'].map((status) => ({
    status,
  })) as [Group, Group, Group]
  expect(onlySendableGroup([])).toBeUndefined()
  expect(onlySendableGroup([suspended])).toBeUndefined()
  expect(onlySendableGroup([suspended, active])).toBe(active)
  expect(onlySendableGroup([active, muted])).toBeUndefined()
})

test('the text beside a count says which of the shown groups are not counted', () => {
  const groups = [
    { status: 'active', channel: 'telegram-bot' },
    { status: 'lost', channel: 'telegram-bot' },
    { status: 'suspended', channel: 'telegram-bot' },
    { status: 'suspended', channel: 'telegram-bot' },
  ] as Group[]
  expect(uncountedWords(groups, 'Telegram')).toBe('Not counted: 1 lost, 2 suspended.')
  expect(uncountedWords(groups.slice(0, 1), 'Telegram')).toBe('')
  expect(uncountedWords(groups.slice(0, 1), 'WhatsApp')).toBe('On all networks.')
})
