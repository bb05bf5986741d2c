import { expect, test } from 'vitest'
import { makeCall } from '../../api/makeCall.ts'
import { testServer } from '../../api/testServer.ts'
import { sendNow } from './sendNow.ts'

const refusal = (code: string) => ({
  status: 409,
  body: { error: { code, message: 'Not now.' } },
})

/** Sends a message whose newest run is another one than the page knows; the server refuses with this code. */
async function sendRefusedWith(code: string) {
  const message = { id: 'm1', occurrence: { id: 'run-of-the-slot' } }
  await using server = await testServer(({ method }) =>
    method === 'POST' ? refusal(code) : { status: 200, body: { data: message } },
  )
  const callAt = makeCall({ getToken: async () => 'token' }, server.origin)
  return await sendNow({ id: 'm1' }, (work) => work(), 'key', callAt)
}

test('what the server has done already is told as it is by now', async () => {
  expect(await sendRefusedWith('already_done')).toMatchObject({ id: 'm1' })
})

test('a refusal is told, also where the slot of the message came just then', async () => {
  await expect(sendRefusedWith('conflict')).rejects.toThrow('Not now.')
})
