import { createUser } from '@carillon/contract/users'
import { expect, test } from 'vitest'
import { makeCall } from '../../api/makeCall.ts'
import { testServer } from '../../api/testServer.ts'
import { openCreation, type Unanswered } from './creation.ts'

const made = { status: 201, body: { data: { name: 'Bell' } } }
const refused = { status: 400, body: { error: { code: 'invalid', message: 'No.', details: [] } } }

/** What a person reads while nobody knows. */
const LOST = /^The server /

type Answer = Parameters<typeof testServer>[0] extends (...all: never[]) => infer A ? A : never

/** A form, and a server that answers it one after the other. */
async function open(...answers: Answer[]) {
  const server = await testServer(() => answers.shift() ?? made)
  const call = makeCall({ getToken: async () => 'token' }, server.origin)
  let kept: Unanswered<string> | undefined
  const create = openCreation<string, unknown>(
    { read: () => kept, write: (tried) => void (kept = tried ?? undefined) },
    (displayName, once) => call(createUser, { body: { displayName } }, { once }),
  )
  return {
    create,
    /** What the server was asked to make, each with the number of its key. */
    asked() {
      const keys = [...new Set(server.asked.map(({ headers }) => headers['idempotency-key']))]
      return server.asked.map(({ headers, body }) => [
        JSON.parse(body).displayName,
        keys.indexOf(headers['idempotency-key']),
      ])
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test.each<[string, Answer]>([
  ['no answer came', 'hang up'],
  ['a proxy answered for the server', { status: 504, body: '<html>' }],
  ['the answer was cut off', { status: 201 }],
])('what is typed after %s changes what the first try made', async (_, lost) => {
  await using form = await open(lost)
  await expect(form.create('First')).rejects.toThrow(LOST)
  expect(await form.create('Second')).toMatchObject({ isAsAsked: false })
  expect(await form.create('Third')).toMatchObject({ isAsAsked: true })
  expect(form.asked()).toEqual([
    ['First', 0],
    ['First', 0],
    ['Third', 1],
  ])
})

test('the same again after a lost answer is what was asked for', async () => {
  await using form = await open('hang up')
  await expect(form.create('First')).rejects.toThrow(LOST)
  expect(await form.create('First')).toMatchObject({ isAsAsked: true })
  expect(form.asked()).toEqual([
    ['First', 0],
    ['First', 0],
  ])
})

test('a try that turns out to be refused has made nothing, and the next one is made', async () => {
  await using form = await open('hang up', refused)
  await expect(form.create('First')).rejects.toThrow(LOST)
  expect(await form.create('Second')).toMatchObject({ isAsAsked: true })
  expect(form.asked()).toEqual([
    ['First', 0],
    ['First', 0],
    ['Second', 1],
  ])
})

test('while nobody knows, nothing else is made', async () => {
  await using form = await open('hang up', 'hang up', 'hang up')
  for (const name of ['First', 'Second', 'Third']) {
    await expect(form.create(name)).rejects.toThrow(LOST)
  }
  expect(form.asked()).toEqual(Array.from({ length: 3 }, () => ['First', 0]))
})
