import { setTimeout as pause } from 'node:timers/promises'
import type { ContentInput } from '@carillon/contract/content/content'
import { createMessage, sendMessageNow } from '@carillon/contract/messages'
import { openCommunity, type Community } from '../tools/community.ts'
import { startProduct } from '../tools/product.ts'
import { mp4, uploadFile } from '../tools/uploads.ts'
import { percentile, say } from './figures.ts'

const VIDEO_MB = 20
const GROUPS = 200
const ROUNDS = 3

/** Between two messages: the pace of the bots has recovered then. */
const REST_MS = 5_000

const SENT_MS = 120_000

/**
 * One video to many groups: how often its bytes go up, and how much later it arrives than a text would. Of one bot,
 * whose pace a text to 200 groups takes some seconds. With several bots a text takes less, and each brings the video
 * first: what they all wait for is the line and not the product, so that is told and held to no bar.
 */
export async function video(): Promise<boolean> {
  const one = await compared(1)
  const several = await compared(4)
  const held = one.once && several.once && one.ratio <= 1.2
  say(`video: ${VIDEO_MB} MB to ${GROUPS} groups, the best of ${ROUNDS} rounds`)
  for (const { bots, brought, texts, videos, ratio } of [one, several]) {
    say(
      `  ${bots === 1 ? 'one bot' : `${bots} bots`}: its bytes went up ${brought.join(', ')} times`,
    )
    say(`    p95 late: texts ${texts.join(', ')} ms, videos ${videos.join(', ')} ms`)
    say(`    ${ratio.toFixed(2)} × texts`)
  }
  say(`  bars: once for each bot; ≤ 1.2 × texts with one: ${held ? 'held' : 'MISSED'}`)
  return held
}

async function compared(bots: number) {
  const product = await startProduct({ env: { DEFAULT_TIER: 'pro', LOG_LEVEL: 'warn' } })
  try {
    const community = await openCommunity(product, { bots, groupsPerBot: GROUPS / bots })
    const texts: number[] = []
    const videos: number[] = []
    const brought: number[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      texts.push((await lateness(community, { text: `Rehearsal ${round}` })).p95)
      // A file of its own each time, which nobody has brought before.
      const file = { name: 'concert.mp4', bytes: mp4(VIDEO_MB * 1_000_000) }
      const mediaId = await uploadFile(product.url, community.person, file)
      const sent = await lateness(community, { text: `Concert ${round}`, media: [{ mediaId }] })
      videos.push(sent.p95)
      brought.push(sent.brought)
    }
    community.sandbox.close()
    const ratio = Math.min(...videos) / Math.min(...texts)
    return { bots, brought, texts, videos, ratio, once: brought.every((n) => n === bots) }
  } finally {
    await product.stop()
  }
}

/** Sends to all groups now; how late they have it, and how often bytes went up. */
async function lateness({ person, groups, sandbox }: Community, content: ContentInput) {
  await pause(REST_MS)
  const since = (await sandbox.ledger()).at(-1)?.seq ?? 0
  const groupIds = groups.map(({ id }) => id)
  const body = { kind: 'scheduled' as const, content, groupIds, status: 'draft' as const }
  const { id } = await person.call(createMessage, { body })
  const asked = Date.now()
  await person.call(sendMessageNow, { params: { id } })
  const entries = await sandbox.waitForLedger(GROUPS, { since, timeoutMs: SENT_MS })
  const late = entries.map(({ at }) => at - asked)
  const files = entries.flatMap(({ media = [] }) => media)
  return { p95: percentile(late, 0.95), brought: files.filter(({ uploaded }) => uploaded).length }
}
