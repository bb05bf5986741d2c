import { channelFacts } from '@carillon/contract/channels'
import { seconds, type Clock } from '../../platform/clock.ts'
import type { Reading } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { Ids, Random } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Channel } from '../port.ts'
import type { ChannelAccount } from '../port/account.ts'
import type { Media } from '../port/media.ts'
import type { Capabilities } from '../port/sending.ts'
import { allowanceOf } from './allowance.ts'
import { chatOf, isGroupId } from './chats.ts'
import { compile, TEXT_MAX } from './compile.ts'
import { readCredentials } from './credentials.ts'
import { followUpsOf } from './follow-ups.ts'
import { openHost } from './host.ts'
import { pairBySteps } from './pairing.ts'
import { FENCED, HANDLE_MS, type WorkerSettings } from './protocol.ts'
import { send } from './send.ts'
import { openDeviceSession, type DeviceSession } from './session.ts'
import * as store from './store.ts'
import * as tries from './tries-store.ts'
import { bringAhead, openUploads } from './uploads.ts'
import { openVersions, type Version } from './versions.ts'

export type WhatsappOptions = WorkerSettings & {
  reading: Reading
  clock: Clock
  ids: Ids
  random: Random
  log: Log
  /** The most messages on one day of a number that was linked weeks ago. */
  dailyMax?: number
  /** The version of WhatsApp Web to begin with, if it is not the library's. */
  version?: Version
  /** The page to read WhatsApp's version from when it refuses ours. */
  versionUrl?: string
}

/**
 * WhatsApp as a linked device. It publishes no limits, and bans numbers that behave like programs, the same
 * text to many first of all. So one message after the other, about as fast as somebody who forwards a text
 * by hand: ten a minute after the first three, and six a minute to one group.
 */
const capabilities: Capabilities = {
  guarantee: channelFacts.whatsapp.guarantee,
  textMax: TEXT_MAX,
  captionMax: TEXT_MAX,
  topics: false,
  polls: true,
  buttons: false,
  needsSessionToSend: true,
  pace: {
    account: { perSecond: 1 / 6, burst: 3 },
    chat: { perSecond: 1 / 2, burst: 2 },
    groupPerMinute: 6,
    inFlight: 1,
  },
}

const MEGABYTE = 1024 * 1024

/** The apps take 16 MB of a photo, and more of other files than a server should hold in memory at once. */
const media = {
  bytesMax: {
    photo: 16 * MEGABYTE,
    video: 64 * MEGABYTE,
    animation: 16 * MEGABYTE,
    audio: 16 * MEGABYTE,
    voice: 16 * MEGABYTE,
    document: 64 * MEGABYTE,
  },
  albums: true,
  keptMs: HANDLE_MS,
} satisfies Media

/** Three a minute, about as many as a person sees who scrolls through their groups; WhatsApp publishes no limit. */
const PHOTOS_APART_MS = seconds(20)

/** How long a query for groups waits for a connection that is just being restored. */
const WAIT_MS = 5_000

/** The channel for numbers of people, as devices that they link. */
export function whatsapp({
  reading,
  clock,
  ids,
  random,
  log,
  dailyMax,
  version,
  versionUrl,
  ...settings
}: WhatsappOptions): Channel {
  const owners = new Map<string, store.Owned>()
  /** By account; a session that replaces another one opens after that one has ended. */
  const sessions = new Map<string, Promise<DeviceSession>>()
  /** Returns the owner of a device. Throws if it has a later owner, whose writes alone count. */
  const ownerOf = (device: string) => {
    const owner = owners.get(device)
    if (!owner) throw new Error(FENCED)
    return owner
  }
  const orFenced = async (saving: Promise<boolean>) => {
    if (!(await saving)) throw new Error(FENCED)
  }

  const host = openHost(
    settings,
    {
      'creds.save': ({ device, creds }) =>
        orFenced(store.saveCreds(reading, clock.now(), ownerOf(device), Buffer.from(creds))),
      'keys.find': ({ device, names }) =>
        store.findKeys(reading, ownerOf(device).sessionId, names.map(bytes)),
      'keys.save': ({ device, names, sizes, bytes: values, deleted }) =>
        orFenced(
          store.saveKeys(reading, ownerOf(device), {
            names: names.map(bytes),
            sizes,
            bytes: bytes(values),
            deleted: deleted.map(bytes),
          }),
        ),
      'message.find': async ({ device, id }) => {
        const kept = await store.findMessage(reading, ownerOf(device).sessionId, id)
        // A phone that asks for a message again must not show one that was deleted meanwhile.
        return kept?.deletedAt ? undefined : kept?.message
      },
      'message.save': ({ device, message, ...about }) =>
        orFenced(
          store.saveMessage(reading, clock.now(), ownerOf(device), {
            ...about,
            message: bytes(message),
          }),
        ),
    },
    log,
  )
  const versions = openVersions(
    { clock, log },
    { ...(version ? { version } : {}), ...(versionUrl ? { versionUrl } : {}) },
  )
  const uploads = openUploads(host, clock)
  const context = { reading, clock, ids, random, log, host, uploads, owners, versions }

  /**
   * The session of an account that is connected here. Throws AppError `unavailable` without one, and `conflict`
   * with the reason where the account is lost.
   */
  async function connected({ id }: ChannelAccount): Promise<DeviceSession> {
    const session = await sessions.get(id)
    const ready = await session?.ready(WAIT_MS)
    if (session && ready === 'open') return session
    if (typeof ready === 'object') throw new AppError('conflict', ready.reason)
    throw unavailable()
  }

  return {
    kind: 'whatsapp',
    capabilities,
    pairing: { steps: pairBySteps(context) },
    open(account, events) {
      const former = sessions.get(account.id)
      // The old connection ends first: two connections of one device end each other.
      const opening = Promise.resolve(former)
        .then((session) => session?.close())
        .then(() => openDeviceSession(context, account, events))
      sessions.set(account.id, opening)
      return {
        async close(options) {
          if (sessions.get(account.id) === opening) sessions.delete(account.id)
          await (await opening).close(options)
        },
        refresh: async () => (await opening).refresh(),
      }
    },
    async check(account, chat) {
      if (!isGroupId(chat)) {
        throw new AppError('invalid', 'Groups of WhatsApp are chosen from the list.', {
          details: [{ path: 'link', message: 'Groups of WhatsApp are chosen from the list.' }],
        })
      }
      const { device } = await connected(account)
      return chatOf(await host.call('group', { device, id: chat }).catch(cannotAsk))
    },
    async list(account) {
      const { device } = await connected(account)
      return (await host.call('groups', { device }).catch(cannotAsk)).map(chatOf)
    },
    async photo(account, id, known) {
      const { device } = await connected(account)
      const answer = await host.call('photo', { device, id, known }).catch(cannotAsk)
      return answer.kind === 'photo' ? { ...answer, bytes: bytes(answer.bytes) } : answer
    },
    photosApartMs: PHOTOS_APART_MS,
    ownChat: { kind: 'itself', externalIdOf: ({ externalId }) => `${externalId}@s.whatsapp.net` },
    compile,
    send: async (request) => send(context, await sessions.get(request.account.id), request),
    media: {
      ...media,
      upload: async (request) =>
        bringAhead(uploads, await sessions.get(request.account.id), request),
    },
    allowance: allowanceOf(dailyMax),
    followUps: followUpsOf(context, (id) => sessions.get(id)),
    noteMissing: tries.markMissing,
    async forget(from, credentials) {
      const key = readCredentials(credentials)
      if (key) await store.remove(from, key.sessionId)
    },
    sweep: (from, inUse, before) =>
      store.removeUnopened(
        from,
        inUse.flatMap((credentials) => readCredentials(credentials)?.sessionId ?? []),
        before,
      ),
    async close() {
      await Promise.all([...sessions.values()].map(async (session) => (await session).close()))
      await host.close()
    },
  }
}

const bytes = (given: Uint8Array) => Buffer.from(given.buffer, given.byteOffset, given.byteLength)

const unavailable = () =>
  new AppError('unavailable', 'WhatsApp cannot be asked now. Try again in a moment.', {
    retryAfter: 10,
  })

function cannotAsk(): never {
  throw unavailable()
}
