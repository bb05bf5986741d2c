import { expect, test } from 'vitest'
import { openDueReader } from './due-reader.ts'
import type { DueDelivery, LaneBatch, QueueGateway } from './queue-gateway.ts'
import type { LaneQuery } from './lanes-store.ts'

/** A page of a lane: how many deliveries each user has in it. */
type Page = Readonly<Record<string, number>>

type Options = { full?: boolean; mayGoOn?: () => boolean }

const FULL_PAGE = 32

/** A reader of a lane with these pages. `full`: each page but the last has as many users as fit into one. */
function open(pages: readonly Page[], { full = false, mayGoOn = () => true }: Options = {}) {
  const inHand = new Set<string>()
  const looks: LaneQuery[] = []
  let n = 0
  const due = async (look: LaneQuery): Promise<LaneBatch> => {
    looks.push(look)
    const page = pages[looks.length - 1] ?? {}
    const found = Object.entries(page).flatMap(([userId, count]) =>
      Array.from({ length: count }, () => ({ id: `${userId}${n++}`, userId }) as DueDelivery),
    )
    const userIds = Object.keys(page)
    const users = full && looks.length < pages.length ? FULL_PAGE : userIds.length
    return { due: found, unreadable: [], users, lastUser: userIds.at(-1) ?? '' }
  }
  const gateway = { due } as Partial<QueueGateway> as QueueGateway
  const reader = openDueReader({ accountId: 'account', gateway, inHand, mayGoOn })
  /** Reads for an empty lane, and takes what was found. */
  const read = async (stock = { now: 0, soon: 0 }) => {
    const found = await reader.read(stock)
    for (const { id } of found?.due ?? []) inHand.add(id)
    return found?.due.length
  }
  return { reader, read, looks, inHand }
}

const lackingAll = () => true

test('a read begins after the last user of the page before, and with the first after the last page', async () => {
  const { read, looks, reader } = open([{ a: 1, b: 1 }, { c: 1 }], { full: true })
  await read()
  expect(reader.mayHaveMore()).toBe(true)
  await read()
  expect(reader.mayHaveMore()).toBe(false)
  await read()
  expect(looks.map(({ afterUser }) => afterUser)).toEqual(['', 'b', ''])
})

test('users share what is missing, as many as had something the last time, and each may have a few', async () => {
  const { read, looks } = open([{ a: 3, b: 3 }, {}, {}])
  await read()
  await read({ now: 28, soon: 0 })
  await read({ now: 128, soon: 64 })
  expect(looks.map(({ perUser }) => perUser)).toEqual([128, 50, 4])
  expect(looks.map(({ aheadMs }) => aheadMs)).toEqual([1_000, 1_000, 0])
  expect(looks[1]!.alreadyRead).toHaveLength(6)
})

test('who has as many as one may have in a read may have more, and is worth a read once the lane has nothing of them', async () => {
  const { read, reader } = open([{ a: 128, b: 2 }])
  await read()
  expect(reader.mayHaveMore()).toBe(true)
  const asked: (readonly string[])[] = []
  reader.isWorthReading((users) => asked.push(users) > 0)
  expect(asked).toEqual([['a']])
  expect(reader.isWorthReading(() => false)).toBe(false)
})

test('a lane of which all was read is not worth a read', async () => {
  const { read, reader } = open([{ a: 2 }])
  expect(reader.isWorthReading(lackingAll)).toBe(false)
  await read()
  expect(reader.isWorthReading(lackingAll)).toBe(false)
})

test('after a read that found nothing new the next one is worth it once an attempt was opened', async () => {
  const { read, reader, inHand, looks } = open([{ a: 128 }, { a: 4 }, { a: 128 }])
  await read()
  // All that the second read finds is in hand: a user may have more, and none of it can be read now.
  for (let n = 128; n < 132; n++) inHand.add(`a${n}`)
  await read({ now: 128, soon: 0 })
  expect(looks[1]!.perUser).toBe(4)
  expect(reader.mayHaveMore()).toBe(true)
  expect(reader.isWorthReading(lackingAll)).toBe(false)
  reader.opened()
  expect(reader.isWorthReading(lackingAll)).toBe(true)
})

test('an attempt that was opened during a read lets the next one find more', async () => {
  const { reader, inHand } = open([{ a: 128 }])
  for (let n = 0; n < 128; n++) inHand.add(`a${n}`)
  const reading = reader.read({ now: 0, soon: 0 })
  reader.opened()
  expect((await reading)?.due).toEqual([])
  expect(reader.isWorthReading(lackingAll)).toBe(true)
})

test('a lane that may not go on takes nothing, and its next read asks for the same page', async () => {
  let goesOn = false
  const { read, looks } = open([{ a: 1 }, { a: 1 }], { full: true, mayGoOn: () => goesOn })
  expect(await read()).toBeUndefined()
  goesOn = true
  expect(await read()).toBe(1)
  expect(looks.map(({ afterUser }) => afterUser)).toEqual(['', ''])
})
