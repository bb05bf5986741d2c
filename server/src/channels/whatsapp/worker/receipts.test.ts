import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { MemberReceipts } from '../protocol.ts'
import { openGroups } from './groups.ts'
import { openReceipts } from './receipts.ts'
import { openSealing } from './sealing.ts'

const GROUP = '120363000000000001@g.us'
const ME = '1@lid'

async function opened() {
  // A person whose number and hidden id the network has reported to belong together.
  const participants = [{ id: '2@lid', phoneNumber: '15550002@s.whatsapp.net' }]
  const groups = openGroups({
    groupMetadata: async () => ({ id: GROUP, subject: 'Choir', participants }),
  } as never)
  await groups.one(GROUP)
  const reported: MemberReceipts[][] = []
  const receipts = openReceipts(openSealing(randomBytes(32), 'session'), {
    isMe: (jid) => jid === ME,
    memberOf: groups.nameOf,
    membersOf: () => 1_022,
    onReceipts: (messages) => void reported.push(messages),
  })
  const receipt = (attrs: Record<string, string>, content: object[] = []) =>
    receipts.receive({ tag: 'receipt', attrs: { from: GROUP, ...attrs }, content } as never)
  return { receipts, receipt, reported }
}

const counts = (messages: MemberReceipts[] = []) =>
  Object.fromEntries(
    messages.map(({ id, delivered, read }) => [id, [delivered.length, read.length]]),
  )

test('the thousand answers of the largest group are reported as one, each member once', async () => {
  const { receipts, receipt, reported } = await opened()
  for (const type of ['', 'read', 'played', '']) {
    for (let n = 0; n < 1_023; n++) {
      const by = { id: 'A', participant: n === 0 ? ME : `${n}:${n % 3}@lid` }
      receipt(type ? { ...by, type } : by)
    }
  }
  expect(reported).toEqual([])
  receipts.tell()
  receipts.tell()
  expect(reported).toHaveLength(1)
  expect(reported[0]).toMatchObject([{ id: 'A', members: 1_022 }])
  expect(counts(reported[0])).toEqual({ A: [1_022, 1_022] })
})

test('one receipt may be for several messages, or of several members', async () => {
  const { receipts, receipt, reported } = await opened()
  const list = { tag: 'list', attrs: {}, content: [{ tag: 'item', attrs: { id: 'B' } }] }
  receipt({ id: 'A', participant: '2@lid', type: 'read' }, [list])
  const users = ['3@lid', '4@lid', ME].map((jid) => ({ tag: 'user', attrs: { jid } }))
  receipt({ id: 'x' }, [{ tag: 'participants', attrs: { key: 'A' }, content: users }])
  receipts.tell()
  expect(counts(reported[0])).toEqual({ A: [3, 1], B: [1, 1] })
})

test('what is no receipt of a member for the group counts nothing', async () => {
  const { receipts, receipt, reported } = await opened()
  receipt({ id: 'A', participant: '2@lid', type: 'retry' })
  receipt({ id: 'A', participant: '2@lid', type: 'read-self' })
  receipt({ id: 'A', from: '2@lid', participant: '2@lid' })
  receipt({ id: 'A', participant: ME })
  receipt({ id: 'A' })
  receipts.tell()
  expect(reported).toEqual([])
})

test('a member who is heard by number and by hidden id is counted once', async () => {
  const { receipts, receipt, reported } = await opened()
  receipt({ id: 'A', participant: '2:1@lid' })
  receipt({ id: 'A', participant: '15550002:3@s.whatsapp.net', type: 'read' })
  receipt({ id: 'A', participant: '15550009@s.whatsapp.net' })
  receipts.tell()
  expect(counts(reported[0])).toEqual({ A: [2, 1] })
})

test('hashes of the same member differ from message to message', async () => {
  const { receipts, receipt, reported } = await opened()
  for (const id of ['A', 'B']) receipt({ id, participant: '2@lid' })
  receipts.tell()
  const [first, second] = reported[0]!
  expect(first!.delivered).not.toEqual(second!.delivered)
})
