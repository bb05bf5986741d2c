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

/** How often to search for files to upload. */
const EVERY_MS = minutes(1)

/** Most files uploaded in one round; the next round finds the others. */
const ROUND_MAX = 100

/** How long the network must keep a file after the slot: a message to many groups goes out for hours. */
const SPARE_MS = days(1)

/** How long one upload may take in addition to the time for its bytes. */
const DEADLINE_MS = seconds(30)

/** Stores files of a coming run to be uploaded, for accounts whose network accepts files before their message. */
export async function requestEarlyUploads(
  tx: Tx,
  files: readonly store.EarlyUpload[],
): Promise<void> {
  if (files.length > 0) await store.insertEarlyUploads(tx, files)
}

/** Uploads files before their slots, for the accounts that this process owns. */
export function startEarlyUploads(ctx: Context, ownership: Owns): Repeated {
  const resting: Resting = new Map()
  return repeat(ctx, {
    everyMs: EVERY_MS,
    work: (stop) => uploadEarly(ctx, ownership, stop, resting),
    failed: 'Files could not be uploaded before their slots.',
  })
}

/** Until when an account uploads no files ahead, because its network asked to slow down. Messages are still sent. */
export type Resting = Map<string, Date>

type Owns = Pick<Ownership, 'owned' | 'mayAct'>

/**
 * Uploads the files one after the other. A failed one is tried again in the next round until its slot; then its
 * message uploads it. If a server ends in between, a file may be uploaded twice, which does no harm.
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
  /** Accounts that could not upload a moment ago: they are tried again in the next round. */
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
      ctx.log.info(
        { account: owner.id, reason: reasonOf(error) },
        'A file could not be uploaded before its slot.',
      )
    }
  }
}

/** Returns why the account could not upload it; undefined if it was uploaded or its message reports the problem. */
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
      // Its message reports this at the slot.
      await store.deleteEarlyUpload(ctx, one)
      return undefined
    case 'retry':
    case 'accountLost':
      return outcome
  }
}

/** The media port of a channel that accepts a file before its message. */
function mediaOf(ctx: Context, kind: Owned['channel']) {
  const media: Media | undefined = ctx.channels.get(kind)?.media
  return media?.upload && { ...media, upload: media.upload }
}
