import { afterAll, beforeAll } from 'vitest'
import { startSandbox, type Sandbox } from '../testing.ts'

export type Case = {
  situation: string
  /** Prepares the world; gives the chat to post in, or a chat and its topic. */
  given: () => Promise<number | { chat_id: number; message_thread_id: number }>
  send?: Record<string, unknown>
  method?: string
  status: number
  says: string
}

/** A sandbox for the tests of a file, with their actions. */
export function openRefusals() {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox({ limits: 'off' })
  })
  afterAll(() => sandbox.stop())

  const group = async (type: 'group' | 'supergroup' | 'forum' | 'channel' = 'supergroup') => {
    const { id } = await sandbox.addGroup({ title: 'Choir', type })
    await sandbox.addBot({ chatId: id })
    return id
  }
  const kicked = async (id: number) => {
    await sandbox.kick(id, { userId: sandbox.botId })
    return id
  }
  const left = async (id: number) => {
    await sandbox.leave(id, { userId: sandbox.botId })
    return id
  }
  const withTopic = async (act: { closed?: true; deleted?: true }) => {
    const chat_id = await group('forum')
    const { topicId } = await sandbox.topic(chat_id, { create: 'News' })
    await sandbox.topic(chat_id, { topicId, ...act })
    return { chat_id, message_thread_id: topicId }
  }

  async function call(method: string, body: object) {
    const response = await fetch(`${sandbox.botApiRoot}/bot${sandbox.botToken}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { response, answer: await answerOf(response) }
  }

  /** Makes the call of a case; returns the status and the words of the answer. */
  async function answerTo({ given, send, method = 'sendMessage' }: Case) {
    const place = await given()
    const body = {
      ...(typeof place === 'number' ? { chat_id: place } : place),
      ...(method === 'getChat' ? {} : { text: 'Hello' }),
      ...send,
    }
    const { answer, response } = await call(method, body)
    return { status: response.status, answer }
  }

  return { sandbox: () => sandbox, group, kicked, left, withTopic, call, answerTo }
}

type Answer = { ok: boolean; description?: string; result?: { message_id: number } }

export const answerOf = async (response: Response): Promise<Answer> =>
  JSON.parse(await response.text())
