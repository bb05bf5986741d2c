import { channelFacts } from '@carillon/contract/channels'
import type { Content } from '@carillon/contract/content/content'
import { networkOf, ownOf } from '@carillon/contract/content/resolve'
import type { FieldProblem } from '@carillon/contract/errors'
import type { Preflight, PreflightWarning } from '@carillon/contract/messages'
import { readFilesOf } from '../content/actions.ts'
import { countOf, looksOf, mediaOf, withKinds } from '../content/rules.ts'
import { forecastWaits } from '../deliveries/actions.ts'
import { after, fromEpoch, instant } from '../platform/clock.ts'
import type { Tx, UserContext } from '../platform/context.ts'
import { fixSchedule, nextSlot } from '../schedule/rules.ts'
import { quietForecast } from '../sending/rules.ts'
import { audiencesOf, checkReachable, type Target } from '../series/actions.ts'
import { inspect, type Input } from './checks.ts'
import { readAskedGroups, type AskedGroup } from './preflight-store.ts'

/** What would become of a message if it were saved as active now; nothing is saved. */
export function checkBefore(ctx: UserContext, given: Input): Promise<Preflight> {
  return ctx.transaction(async (tx) => {
    const input: Input = { ...given, status: 'active' }
    const { targets, groups, found } = await inspect(ctx, tx, ctx.user.id, input)
    const files = await readFilesOf(tx, ctx.user.id, [input.content])
    const content = withKinds(input.content, files)
    const ids = targets.map(({ groupId }) => groupId)
    const asked = await readAskedGroups(tx, ctx.user.id, ids)
    const forbidden = asked.flatMap((group) => notThere(group, content))
    const unreachable = groups.flatMap((group) =>
      checkReachable(group).map((one) => ({ ...one, groupId: group.id })),
    )
    const closed = new Set(unreachable.map(({ groupId }) => groupId))
    const open = targets.filter(({ groupId }) => !closed.has(groupId))
    // Once for all groups: a schedule with a thousand exceptions takes some milliseconds.
    const dueAt = firstOf(input, ctx.clock.now())
    const targetOf = new Map(targets.map((target) => [target.groupId, target]))
    return {
      errors: [...found, ...unreachable, ...forbidden],
      warnings: [
        ...looksOf(content, audiencesOf(ctx, groups)).map((text) => ({
          code: 'content' as const,
          effect: 'differs' as const,
          text,
        })),
        ...asked.flatMap((group) => quietAt(group, dueAt)),
        ...asked.flatMap((group) => warningsOf(group, content, targetOf.get(group.id))),
      ],
      forecast: await forecastOf(ctx, tx, { input, dueAt, targets: open, asked }),
    }
  })
}

/** What this group does not take of what others of its network do. */
function notThere(
  { id, kind, title, channel }: AskedGroup,
  whole: Content,
): (FieldProblem & { groupId: string })[] {
  const content = ownOf(whole, networkOf(channelFacts[channel]))
  if (content.kind !== 'poll' || content.poll.anonymous !== false || kind !== 'channel') return []
  const message = `In a channel such as “${title}” a poll must be anonymous.`
  return [{ path: 'content.poll.anonymous', message, groupId: id }]
}

function warningsOf(
  { id: groupId, channel, title, status, reason, topics, refuses }: AskedGroup,
  whole: Content,
  target: Target | undefined,
): PreflightWarning[] {
  const content = ownOf(whole, networkOf(channelFacts[channel]))
  const kinds = new Set<AskedGroup['refuses'][number]>([
    ...(content.kind === 'poll' ? ['poll' as const] : []),
    ...mediaOf(content).flatMap(({ kind }) => kind ?? []),
    ...((content.options?.pin ?? 'off') === 'off' ? [] : ['pin' as const]),
  ])
  const closed = topics.filter(({ id, closed }) => closed && target?.topics.includes(id))
  const notSent = { effect: 'not_sent' as const, groupId }
  return [
    ...(status === 'muted'
      ? [{ ...notSent, code: 'muted' as const, text: `“${title}” is muted and gets nothing.` }]
      : []),
    ...(status === 'limited'
      ? [{ ...notSent, code: 'limited' as const, text: `“${title}”: ${reason ?? NO_RIGHTS}` }]
      : []),
    ...refuses
      .filter((kind) => kinds.has(kind))
      .map((kind) => ({
        ...notSent,
        code: 'kind_forbidden' as const,
        // It is sent all the same, and not pinned.
        ...(kind === 'pin' ? { effect: 'differs' as const } : {}),
        text: `“${title}”: the bot may not ${MAY_NOT[kind]} there. Make it an admin, or allow it to members.`,
      })),
    ...closed.map(({ id, name }) => ({
      ...notSent,
      code: 'topic_closed' as const,
      text: `“${title}”: the topic “${name}” is closed.`,
      topicId: id,
    })),
  ]
}

/** When it is sent for the first time; nothing when its schedule has no time to come. */
const firstOf = ({ schedule }: Input, now: Date): Date | undefined =>
  schedule ? nextSlot(fixSchedule(schedule, now, 0), now)?.at : now

/** What quiet hours do to it the first time. */
function quietAt(group: AskedGroup, due: Date | undefined): PreflightWarning[] {
  const { id: groupId, title, quietHours, timeZone } = group
  const quiet = due && quietHours && quietForecast([{ quietHours, timeZone, groups: 1 }])(due)
  if (!quiet) return []
  const isSkipped = quiet.skipped > 0
  const what = isSkipped ? 'it is not sent there' : 'it waits there until they end'
  return [
    {
      code: 'quiet_hours',
      effect: isSkipped ? 'not_sent' : 'later',
      text: `“${title}” has quiet hours then: ${what}.`,
      groupId,
    },
  ]
}

const MAY_NOT: Readonly<Record<AskedGroup['refuses'][number], string>> = {
  photo: 'send photos',
  video: 'send videos',
  animation: 'send animations',
  audio: 'send music',
  voice: 'send voice messages',
  document: 'send documents',
  poll: 'send polls',
  pin: 'pin messages',
}

const NO_RIGHTS = 'The bot may not write there.'

type Asked = {
  input: Input
  dueAt: Date | undefined
  targets: readonly Target[]
  asked: readonly AskedGroup[]
}

/** When the first and the last group have it, the first time that it is sent. */
async function forecastOf(
  ctx: UserContext,
  tx: Tx,
  { input, dueAt, targets, asked }: Asked,
): Promise<Preflight['forecast']> {
  if (!dueAt) return null
  const byId = new Map(asked.map((group) => [group.id, group]))
  // A group that is not there, or not the user's, is told as an error.
  const going = targets.flatMap((target) => {
    const group = byId.get(target.groupId)
    if (!group || group.status === 'muted' || group.status === 'limited') return []
    const closed = new Set(group.topics.flatMap(({ id, closed }) => (closed ? id : [])))
    const topics = target.topics.filter((id) => !closed.has(id))
    return target.topics.length > 0 && topics.length === 0 ? [] : [{ ...target, topics }]
  })
  const wanted = going.map(({ groupId, topics }) => {
    const { channel } = byId.get(groupId)!
    const own = ownOf(input.content, networkOf(channelFacts[channel]))
    return { groupId, messages: countOf(own) * Math.max(1, topics.length) }
  })
  if (wanted.length === 0) return null
  const turns = await forecastWaits(ctx, tx, wanted, input.schedule === undefined)
  let lastAt = dueAt.getTime()
  let sends = 0
  for (const { groupId, topics } of going) {
    const at = after(dueAt, turns.get(groupId) ?? 0)
    const { quietHours, timeZone } = byId.get(groupId)!
    const quiet = quietHours && quietForecast([{ quietHours, timeZone, groups: 1 }])(at)
    if (quiet && quiet.skipped > 0) continue
    sends += Math.max(1, topics.length)
    lastAt = Math.max(lastAt, (quiet?.until ? instant(quiet.until) : at).getTime())
  }
  const took = lastAt - dueAt.getTime()
  return {
    dueAt: dueAt.toISOString(),
    lastAt: fromEpoch(lastAt).toISOString(),
    sends,
    words: `${sends} ${sends === 1 ? 'message' : 'messages'}; the last group has it ${tookWords(took)}.`,
  }
}

function tookWords(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  if (seconds <= 10) return 'within seconds'
  if (seconds < 90) return `about ${seconds} seconds later`
  const minutes = Math.round(seconds / 60)
  return minutes < 90
    ? `about ${minutes} minutes later`
    : `about ${Math.round(minutes / 60)} hours later`
}
