import type { Connection } from '@carillon/contract/connections'
import { resolve } from '@carillon/contract/content/resolve'
import { channelFacts, networkOf } from '@carillon/contract/channels'
import type { ContentInput } from '@carillon/contract/content/content'
import { MediaKind } from '@carillon/contract/schemas/media'
import { MessageInput } from '@carillon/contract/schemas/messages'
import { expect, onTestFinished, test } from 'vitest'
import { everyContent } from '../../test/contents.ts'
import { messageInput } from '../../test/message-input.ts'
import { connectOwn } from '../../test/groups.ts'
import { connectionThat } from '../../test/pairing.ts'
import { giveFile } from '../../test/posting.ts'
import {
  telegramGroupStates,
  whatsappGroupStates,
  type GroupCase,
} from '../../test/group-states.ts'
import { openTelegramApp, type Caller, type TelegramApp } from '../../test/telegram.ts'
import { openAccount } from '../accounts/actions.ts'
import { withKinds } from '../content/rules.ts'
import { readFilesOf } from '../content/actions.ts'
import type { UserContext } from '../platform/context.ts'
import { openLaneFiles } from '../sending/lanes/lane-files.ts'
import { checkBefore } from './preflight.ts'

/** A send that was refused although the preflight had found nothing. */
type Surprise = { content: string; groupCase: string; outcome: unknown }

test('every content that the preflight accepts is accepted by every Telegram group', async () => {
  const { app, person, ida } = await opened()
  const { sandbox } = app
  const bot = await sandbox.createBot()
  const groupCases = await telegramGroupStates(app, bot.id)
  const connectionId = await connectOwn(app, ida, bot.token, groupCases.length)
  const { asked, refused, surprises } = await everyPair(app, person, ida, {
    connectionId,
    groupCases,
  })
  expect(surprises).toEqual([])
  expect((await sandbox.judge()).violations).toMatchObject({ total: 0 })
  // Some contents are refused, and more are not: if all were equal, the test would prove nothing.
  expect(asked).toBeGreaterThan(refused)
  expect(refused).toBeGreaterThan(0)
}, 300_000)

test('every content that the preflight accepts is accepted by every WhatsApp group', async () => {
  const { app, person, ida } = await opened({ whatsapp: true })
  const phones = app.sandbox.whatsapp
  const you = await phones.addPerson({ pn: '15550000001', name: 'Ida' })
  const eve = await phones.addPerson({ pn: '15550000002', name: 'Eve' })
  const groupCases = await whatsappGroupStates(app, you.lid, eve.lid)
  const wish = { channel: 'whatsapp', method: 'qr', consent: true }
  const { id: connectionId } = (await ida('POST', '/api/connections', wish)).data
  const isShown = ({ pairing }: Connection) => pairing?.step === 'scan'
  const { pairing } = await app.until(() => connectionThat(ida, connectionId, isShown))
  await phones.scan(you.lid, pairing?.step === 'scan' ? pairing.qr : '')
  await app.until(async () => {
    const { data } = await ida('GET', `/api/connections/${connectionId}/chats`)
    return data.items.length === groupCases.length
  })
  const { asked, refused, surprises } = await everyPair(app, person, ida, {
    connectionId,
    groupCases,
  })
  expect(surprises).toEqual([])
  expect((await app.sandbox.judge()).whatsappViolations).toEqual([])
  expect(asked).toBeGreaterThan(refused)
  expect(refused).toBeGreaterThan(0)
}, 300_000)

async function opened(sandbox: { whatsapp?: boolean } = {}) {
  const app = await openTelegramApp({ sandbox, sharedBot: false })
  onTestFinished(() => app.close())
  await app.openSessions()
  const person = await app.person({ tier: 'pro' })
  return { app, person, ida: app.as(person) }
}

/** Runs the preflight of each content for each group, and sends it to each group without an error or warning. */
async function everyPair(
  app: TelegramApp,
  person: UserContext,
  ida: Caller,
  { connectionId, groupCases }: { connectionId: string; groupCases: readonly GroupCase[] },
) {
  const groups: { id: string; groupCase: GroupCase }[] = []
  for (const groupCase of groupCases) {
    const { externalId } = groupCase
    const { data } = await ida('POST', '/api/groups', { connectionId, externalId })
    groups.push({ id: data.id, groupCase })
  }
  for (const { groupCase } of groups) await groupCase.applyState()
  for (const { id } of groups) await ida('POST', `/api/groups/${id}/check`)

  const { rows } = await app.pool.query<{ account_id: string }>('select account_id from groups')
  const account = await openAccount(app.ctx, rows[0]!.account_id)
  const { channel: kind } = (await ida('GET', `/api/connections/${connectionId}`)).data
  const channel = app.ctx.channels.get(kind)!
  const network = networkOf(channelFacts[kind])
  const laneFiles = openLaneFiles(app.ctx, account)
  const topics = Object.fromEntries(
    groups.flatMap(({ id, groupCase }) => (groupCase.topicId ? [[id, [groupCase.topicId]]] : [])),
  )
  const surprises: Surprise[] = []
  const counted = { asked: 0, refused: 0 }

  /** Sends as a lane does. Returns the outcome: that of the pin if the message asks for one. */
  async function send(content: ContentInput, groupCase: GroupCase, mayPin: boolean) {
    const own = MessageInput.parse({ ...messageInput([]), content }).content
    const withFiles = withKinds(own, await readFilesOf(app.ctx, person.user.id, [own]))
    const delivery = { id: app.ctx.ids.next(), content: withFiles }
    const files = (await laneFiles.take(delivery)) ?? []
    const resolved = resolve(withFiles, { network, values: VALUES })
    const request = {
      account,
      deliveryId: delivery.id,
      externalId: groupCase.externalId,
      topicId: groupCase.topicId ?? null,
      content: resolved,
      files,
      plain: false,
      signal: AbortSignal.timeout(SEND_MS),
      letGo: new AbortController().signal,
    }
    const outcome = await channel.send(request)
    await laneFiles.answered(files, outcome)
    const { pin = 'off' } = resolved.options ?? {}
    const pins = channel.followUps?.pin
    if (outcome.kind !== 'sent' || pin === 'off' || !mayPin || !pins) return outcome
    const { externalId, signal } = request
    const { receipt } = outcome
    return pins({ account, externalId, receipt, signal, notify: false })
  }

  for (const [name, content] of Object.entries(await contents(app, person))) {
    const input = MessageInput.parse({
      ...messageInput(
        groups.map(({ id }) => id),
        { topics },
      ),
      content,
    })
    const { errors, warnings } = await checkBefore(person, input)
    for (const { id, groupCase } of groups) {
      const bad =
        errors.some(({ groupId }) => groupId === undefined || groupId === id) ||
        warnings.some(({ groupId, effect }) => groupId === id && effect === 'not_sent')
      counted.asked += 1
      if (bad) counted.refused += 1
      if (bad) continue
      const mayPin = !warnings.some(
        ({ groupId, code }) => groupId === id && code === 'kind_forbidden',
      )
      const outcome = await send(content, groupCase, mayPin)
      if (outcome.kind === 'sent' || outcome.kind === 'done') continue
      surprises.push({ content: name, groupCase: groupCase.name, outcome })
    }
  }
  return { ...counted, surprises }
}

const SEND_MS = 20_000

const VALUES = { group: 'Choir', date: '1 June', time: '12:00', n: '1' }

async function contents(app: TelegramApp, person: UserContext) {
  const files = new Map<MediaKind, readonly [string, string]>()
  for (const kind of MediaKind.options) {
    files.set(kind, [await giveFile(app, person, { kind }), await giveFile(app, person, { kind })])
  }
  return everyContent((kind) => files.get(kind)!)
}
