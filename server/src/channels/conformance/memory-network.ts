import { buffer } from 'node:stream/consumers'
import { fromEpoch } from '../../platform/clock.ts'
import { invalid, AppError } from '../../platform/errors.ts'
import type { Channel } from '../port.ts'
import type { Identity } from '../port/account.ts'
import type { ChannelEvent, ChannelEvents } from '../port/receiving.ts'
import type { FollowUpRequest } from '../port/follow-ups.ts'
import type { PairingEvents } from '../port/pairing.ts'
import type { Outcome, SendFile, SendRequest } from '../port/sending.ts'
import { capabilities, compile, loggedOut, noAnswer, unreachable } from './memory-compile.ts'

type Refused = Extract<Outcome, { kind: 'retry' | 'refused' }>
type Message = { deliveryId: string; id: string; text: string; media?: string[] }
type Group = {
  title: string
  in: boolean
  mayWrite: boolean
  deleted: boolean
  photo?: { mark: string; bytes: Buffer }
  messages: Message[]
}

/**
 * A network in memory that is unlike bots, and its channel: accounts are paired by phone, chats are listed, there are
 * no topics and no formatting, our ids make a send unique, and sent messages can be edited. It shows that the port fits
 * more than one network; the stories run on it as on real ones.
 */
export function memoryNetwork() {
  const groups = new Map<string, Group>()
  const accounts = new Map<string, Identity>()
  const pairings = new Map<string, PairingEvents>()
  /** Credentials whose keys were deleted here; the network does not know of that. */
  const forgotten = new Set<string>()
  const sessions = new Set<{ credentials: string; events: ChannelEvents; from: number }>()
  const happened: ChannelEvent[] = []
  const uploaded = new Map<string, number>()
  const trouble = { floodSeconds: 0, lose: false, hang: undefined as (() => void) | undefined }
  let ids = 0

  const nextId = () => `${++ids}`
  const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

  /** Adds an event to the stream, which each session reads from its own offset. */
  function tell(event: ChannelEvent) {
    happened.push(event)
    for (const session of sessions) void read(session)
  }

  async function read(session: { events: ChannelEvents; from: number }) {
    while (session.from < happened.length) {
      const event = happened[session.from++]!
      await session.events.on(event)
      await session.events.offset(session.from)
    }
  }

  function pair(events: PairingEvents, phone: string) {
    const identity = { externalId: phone, identity: phone, username: phone, name: 'Ida' }
    const credentials = `${phone}:${'k'.repeat(24)}${nextId()}`
    accounts.set(credentials, identity)
    events.paired({ identity, credentials })
  }

  function groupOf(externalId: string): Group | undefined {
    const group = groups.get(externalId)
    return group && !group.deleted && group.in ? group : undefined
  }

  const lossOf = (externalId: string) =>
    groups.get(externalId)?.deleted
      ? ({ code: 'deleted', reason: 'The group was deleted.' } as const)
      : ({ code: 'kicked', reason: 'An admin removed you from the group.' } as const)

  function stateOf(externalId: string) {
    const group = groupOf(externalId)
    if (!group) return { externalId, lost: true as const, ...lossOf(externalId) }
    const { title, mayWrite } = group
    return {
      externalId,
      lost: false as const,
      title: storable(title),
      kind: 'group' as const,
      canPost: mayWrite,
      ...(mayWrite ? {} : { reason: 'Only admins may write here.' }),
    }
  }

  async function send(request: SendRequest, reachable: boolean): Promise<Outcome> {
    const { account, externalId, content, files, signal } = request
    const deliveryId = `${request.deliveryId}${request.isAfter ? ' text' : ''}`
    const compiled = compile(content)
    const [refusal] = compiled.refusals
    if (refusal) return { kind: 'refused', code: refusal.code, reason: refusal.reason }
    if (!reachable || signal.aborted) return unreachable
    if (!accounts.has(account.credentials)) return loggedOut
    if (trouble.floodSeconds) {
      const waitMs = trouble.floodSeconds * 1_000
      trouble.floodSeconds = 0
      return { kind: 'retry', scope: 'chat', code: 'slow_down', waitMs, reason: 'Too fast.' }
    }
    const group = groupOf(externalId)
    if (!group) return { kind: 'groupLost', ...lossOf(externalId) }
    if (!group.mayWrite) {
      return { kind: 'refused', code: 'no_rights', reason: 'Only admins may write here.' }
    }
    const handles: string[] = []
    for (const file of files) {
      const brought = await bring(file)
      if (typeof brought === 'object') return brought
      if (!uploaded.has(brought)) {
        return { kind: 'handleRefused', reason: 'It knows no such file.' }
      }
      handles.push(brought)
    }
    const known = group.messages.find((message) => message.deliveryId === deliveryId)
    const media = files.length > 0 ? { media: files.map(({ kind }) => kind) } : {}
    const message = known ?? { deliveryId, id: nextId(), text: compiled.text, ...media }
    if (!known) group.messages.push(message)
    if (trouble.lose) {
      trouble.lose = false
      return noAnswer
    }
    if (trouble.hang) {
      trouble.hang()
      trouble.hang = undefined
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return noAnswer
    }
    return { kind: 'sent', receipt: { externalIds: [message.id] }, handles }
  }

  /** Returns the network's handle of a file; uploads the bytes if it has none yet. */
  async function bring(file: SendFile): Promise<string | Refused> {
    if (file.handle !== undefined) return file.handle
    const handle = nextId()
    try {
      uploaded.set(handle, (await buffer(file.open())).length)
      return handle
    } catch (error) {
      const { code, message: reason } = error as AppError
      return code === 'not_found'
        ? { kind: 'refused', code: 'media_gone', reason }
        : { kind: 'retry', scope: 'delivery', code: 'media_away', reason }
    }
  }

  function messageOf({ externalId, receipt }: FollowUpRequest) {
    const group = groupOf(externalId)
    const message = group?.messages.find(({ id }) => receipt.externalIds.includes(id))
    return group && message ? { group, message } : undefined
  }

  const channel = (reachable = true): Channel => ({
    kind: 'whatsapp',
    capabilities,
    capabilitiesOf: ({ large }) => (large ? { ...capabilities, textMax: 5_000 } : capabilities),
    compile,
    send: (request) => send(request, reachable),
    forget: async (_reading, credentials) => void forgotten.add(credentials),
    pairing: {
      steps: {
        ways: ['phone', 'qr'],
        begin(way, events) {
          const text = nextId()
          pairings.set(text, events)
          const expiresAt = fromEpoch(4_102_444_800_000)
          if (way === 'qr') events.step({ kind: 'scan', text, expiresAt })
          else events.step({ kind: 'phone' })
          return {
            async give(input) {
              if (input.kind !== 'phone' || !/^\+\d{6,15}$/.test(input.phone)) {
                throw invalid(input.kind, 'Give the number with its country code, such as +49…')
              }
              events.step({ kind: 'typeThere', code: text, expiresAt })
            },
            close: async () => void pairings.delete(text),
          }
        },
        undo: async (credentials) => accounts.delete(credentials),
      },
    },
    open(account, events) {
      const session = { credentials: account.credentials, events, from: account.updateOffset ?? 0 }
      const known = accounts.has(account.credentials)
      void events
        .on(known ? { kind: 'status', status: 'connected' } : loggedOut)
        .then(() => sessions.add(session) && read(session))
      return { close: async () => void sessions.delete(session) }
    },
    async check(_account, externalId) {
      if (!reachable) throw new AppError('unavailable', 'The network cannot be reached.')
      return stateOf(externalId)
    },
    list: async () => [...groups.keys()].map(stateOf),
    async photo(_account, externalId, known) {
      if (!reachable) throw new AppError('unavailable', 'The network cannot be reached.')
      const photo = groupOf(externalId)?.photo
      if (!photo) return { kind: 'none' }
      return photo.mark === known ? { kind: 'same' } : { kind: 'photo', ...photo }
    },
    media: {
      bytesMax: { photo: 1_000_000 },
      albums: false,
      async upload({ file }) {
        const handle = await bring(file)
        return typeof handle === 'object' ? handle : { kind: 'uploaded', handle }
      },
    },
    followUps: {
      windowMs: { edit: 15 * 60_000 },
      async edit({ content, ...request }) {
        const found = messageOf(request)
        if (!found) return { kind: 'gone' }
        found.message.text = compile(content).text
        return { kind: 'done' }
      },
      async delete(request) {
        const { group } = messageOf(request) ?? {}
        if (!group) return { kind: 'gone' }
        const ids: readonly string[] = request.receipt.externalIds
        group.messages = group.messages.filter(({ id }) => !ids.includes(id))
        return { kind: 'done' }
      },
    },
    close: async () => {},
  })

  return {
    channel,
    groups,
    uploaded,
    trouble,
    tell,
    stateOf,
    addGroup(title: string) {
      const id = `group-${nextId()}`
      groups.set(id, { title, in: true, mayWrite: true, deleted: false, messages: [] })
      return id
    },
    /** Changes or removes the picture of the group. */
    setPhoto(externalId: string, bytes: Buffer | null) {
      const group = groups.get(externalId)
      if (!group) return
      delete group.photo
      if (bytes) group.photo = { mark: nextId(), bytes }
      tell({ kind: 'photoChanged', externalId })
    },
    /** The phone's app confirms a code that was typed or scanned there. */
    confirm(text: string, phone: string) {
      const events = pairings.get(text)
      if (events) pair(events, phone)
    },
    /** The same, but nothing of it can be saved here. */
    lose: (text: string) => pairings.get(text)?.failed('It was not kept.', { left: true }),
    /** Whether the network knows the account and its keys are here. */
    isLinked: (credentials: string) => accounts.has(credentials) && !forgotten.has(credentials),
    linked: () => accounts.size,
    revoke(credentials: string) {
      accounts.delete(credentials)
      for (const session of sessions) {
        if (session.credentials === credentials) void session.events.on(loggedOut)
      }
    },
  }
}
