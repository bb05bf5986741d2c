import { openAccount } from '../accounts/actions.ts'
import type { Owned, Ownership } from '../accounts/port.ts'
import type { Media, UploadOutcome } from '../channels/port/media.ts'
import { uploadMs } from '../deliveries/rules.ts'
import { after, days, minutes, seconds } from '../platform/clock.ts'
import type { Context, Tx } from '../platform/context.ts'
import { reasonOf } from '../platform/errors.ts'
import { repeat, type Repeated } from '../platform/repeated.ts'
import { keepBrought, readSendFiles } from './lanes/lane-files.ts'
import * as store from './early-uploads-store.ts'

/** How often it is looked what is to be brought. */
const EVERY_MS = minutes(1)

/** Files brought in one round; the next one finds the rest. */
const ROUND_MAX = 100

/** How long the network must keep a file after the slot: a message to many groups goes out for hours. */
const SPARE_MS = days(1)

/** How long one may take besides its bytes. */
const DEADLINE_MS = seconds(30)

/** Notes files of a run that comes soon, for the accounts whose network takes them before their message. */
export async function requestEarlyUploads(
  tx: Tx,
  files: readonly store.EarlyUpload[],
): Promise<void> {
  if (files.length > 0) await store.insertEarlyUploads(tx, files)
}

/** Brings files before their slots, for the accounts that this process owns. */
export function startEarlyUploads(ctx: Context, ownership: Owns): Repeated {
  const resting: Resting = new Map()
  return repeat(ctx, {
    everyMs: EVERY_MS,
    work: (stop) => uploadEarly(ctx, ownership, stop, resting),
    failed: 'Files could not be brought before their slots.',
  })
}

/** Until when an account uploads no files ahead, because its network asked to slow down. Messages are still sent. */
export type Resting = Map<string, Date>

type Owns = Pick<Ownership, 'owned' | 'mayAct'>

/**
 * Brings each file once, one after the other. What fails is tried again in the next round until its slot; then its
 * message brings it. A file that is brought twice, since a server ended in between, is only a file more.
 */
export async function uploadEarly(
  ctx: Context,
  ownership: Owns,
  stop: AbortSignal,
  resting: Resting,
): Promise<void> {
  const now = ctx.clock.now()
  await store.deletePastUploads(ctx, now)
  for (const [id, until] of resting) if (until <= now) resting.delete(id)
  const able = [...ownership.owned().values()].filter(
    ({ id, channel }) => mediaOf(ctx, channel) && !resting.has(id),
  )
  if (able.length === 0) return
  const timed = able.filter(({ channel }) => mediaOf(ctx, channel)?.keptMs !== undefined)
  const wanted = await store.readEarlyUploads(ctx, {
    now,
    accountIds: able.map(({ id }) => id),
    timedIds: timed.map(({ id }) => id),
    spareMs: SPARE_MS,
    most: ROUND_MAX,
  })
  /** Accounts that could bring nothing a moment ago: they are asked again in the next round. */
  const away = new Set<string>()
  for (const one of wanted) {
    const owner = ownership.owned().get(one.accountId)
    if (stop.aborted || !ownership.mayAct()) return
    if (!owner || away.has(owner.id)) continue
    try {
      const outcome = await uploadOne(ctx, owner, one, stop)
      if (!outcome) continue
      if (outcome.kind === 'retry' && outcome.scope === 'account' && outcome.waitMs) {
        resting.set(owner.id, after(ctx.clock.now(), outcome.waitMs))
      }
      if (outcome.kind !== 'retry' || outcome.scope !== 'delivery') away.add(owner.id)
    } catch (error) {
      away.add(owner.id)
      ctx.log.info({ account: owner.id, reason: reasonOf(error) }, 'A file was not brought ahead.')
    }
  }
}

/** Answers why the account could not bring it, if its message is not to say that. */
async function uploadOne(
  ctx: Context,
  owner: Owned,
  one: store.EarlyUpload,
  stop: AbortSignal,
): Promise<Exclude<UploadOutcome, { kind: 'uploaded' | 'refused' }> | undefined> {
  const { mediaId } = one
  const { upload, keptMs } = mediaOf(ctx, owner.channel)!
  const { file } = (await readSendFiles(ctx, owner.id, [mediaId])).get(mediaId) ?? {}
  if (!file) {
    await store.deleteEarlyUpload(ctx, one)
    return undefined
  }
  const account = await openAccount(ctx, owner.id)
  const deadline = new AbortController()
  const forget = ctx.clock.later(DEADLINE_MS + uploadMs(file.bytes), () => deadline.abort())
  const signal = AbortSignal.any([stop, deadline.signal])
  const outcome = await upload({ account, file, signal }).finally(forget)
  switch (outcome.kind) {
    case 'uploaded':
      await keepBrought(ctx, { id: owner.id, keptMs }, mediaId, outcome.handle)
      return undefined
    case 'refused':
      // Its message says so at the slot.
      await store.deleteEarlyUpload(ctx, one)
      return undefined
    case 'retry':
    case 'accountLost':
      return outcome
  }
}

/** What a channel has of media, where it takes a file before its message. */
function mediaOf(ctx: Context, kind: Owned['channel']) {
  const media: Media | undefined = ctx.channels.get(kind)?.media
  return media?.upload && { ...media, upload: media.upload }
}
