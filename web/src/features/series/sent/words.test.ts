import { expect, test } from 'vitest'
import {
  changeWords,
  choiceWords,
  leftByEdit,
  notDeletable,
  notEditable,
  reachedBy,
  saidBefore,
} from './words.ts'

const change = { kind: 'edit' as const, at: '2026-06-01T08:00:00.000Z', total: 12 }

test('a change says how far it has come, and where it could not be done', () => {
  expect(changeWords({ ...change, done: 12, failed: 0 })).toBe('in 12 groups')
  expect(changeWords({ ...change, done: 3, failed: 0 })).toBe('in 3 of 12 groups')
  expect(changeWords({ ...change, done: 10, failed: 2 })).toBe('in 10 of 12 groups, not in 2')
  expect(changeWords({ ...change, total: 1, done: 1, failed: 0 })).toBe('in 1 group')
})

test('what cannot be done says why', () => {
  const content = { kind: 'text' as const, text: 'Hello' }
  const sent = {
    contents: [
      {
        contentId: 'c',
        content,
        groups: ['Alto', 'Bass'],
        copies: [],
        count: 2,
        editable: 0,
        reasons: ['A poll stays.'],
      },
    ],
    count: 2,
    deletable: 2,
    reasons: [],
    others: [],
    shown: [],
    changes: [],
  }
  expect(notEditable(sent)).toBe('A poll stays.')
  expect(notDeletable(sent)).toBeUndefined()
  expect(notDeletable({ ...sent, blocked: 'Some groups are still to get it.' })).toBe(
    'Some groups are still to get it.',
  )
  const gone = { ...sent, contents: [], count: 0, deletable: 0 }
  expect(notEditable(gone)).toMatch(/stands in a group any more/)
})

test('an edit counts the copies of the networks on which something is changed', () => {
  const telegram = { channel: 'telegram-bot' as const, count: 3, differs: false }
  const whatsapp = { channel: 'whatsapp' as const, count: 2, differs: false }
  const copies = [telegram, whatsapp]
  expect(reachedBy(copies, [])).toBe(5)
  expect(reachedBy(copies, ['telegram'])).toBe(3)
  expect(reachedBy(copies, ['telegram', 'whatsapp'])).toBe(5)
  // Another edit has yet to reach these.
  expect(reachedBy([telegram, { ...whatsapp, differs: true }], ['telegram'])).toBe(5)
})

test('an edit tells what it replaced, and on which network if not on all', () => {
  const text = (words: string) => ({ kind: 'text' as const, text: words })
  const both = { ...text('At nine'), overrides: { whatsapp: text('At nine, dear') } }
  expect(saidBefore(text('At nine'), text('At ten'))).toBe('It said: “At nine”')
  const onlyThere = { ...both, overrides: { whatsapp: text('At ten, dear') } }
  expect(saidBefore(both, onlyThere)).toBe('On WhatsApp it said: “At nine, dear”')
  expect(saidBefore(both, { ...onlyThere, text: 'At ten' })).toBe(
    'It said: “At nine”. On WhatsApp it said: “At nine, dear”',
  )
  expect(saidBefore(text('At nine'), both)).toBe('On WhatsApp it said: “At nine”')
  // As members read it, unless they read the same words now.
  expect(saidBefore(text('At *nine*'), text('At ten'))).toBe('It said: “At nine”')
  expect(saidBefore(text('At *nine*'), text('At nine'))).toBe('It said: “At *nine*”')
})

test('what an edit has left as it was is named with its groups, and can be edited again', () => {
  const text = (words: string) => ({ kind: 'text' as const, text: words })
  const standing = (words: string, groups: string[], count: number) => ({
    contentId: words,
    content: text(words),
    groups,
    copies: [],
    count,
    editable: count,
    reasons: [],
  })
  const left = standing('At nine', ['Alto'], 1)
  const edited = { ...change, total: 3, done: 2, failed: 1, was: text('At nine') }
  const sent = {
    contents: [standing('At ten', ['Bass', 'Tenor'], 7), left],
    count: 8,
    deletable: 8,
    reasons: [],
    others: [],
    shown: [],
    changes: [{ ...edited, says: text('At ten') }],
  }
  expect(sent.contents.map(choiceWords)).toEqual([
    '7 groups (Bass, Tenor …): At ten',
    '1 group (Alto): At nine',
  ])
  expect(leftByEdit(sent)).toEqual({ content: text('At ten'), contentId: 'At nine', count: 1 })
  expect(leftByEdit({ ...sent, blocked: 'It is being deleted.' })).toBeUndefined()
  expect(leftByEdit({ ...sent, contents: [{ ...left, editable: 0 }] })).toBeUndefined()
  const going = [{ ...edited, done: 1, says: text('At ten') }]
  expect(leftByEdit({ ...sent, changes: going })).toBeUndefined()
})
