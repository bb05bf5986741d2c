import { channelFacts, networkOf } from '@carillon/contract/channels'
import type { Content } from '@carillon/contract/content/content'
import { ownOf } from '@carillon/contract/content/resolve'
import type { FieldProblem } from '@carillon/contract/errors'
import type { Preflight, PreflightWarning } from '@carillon/contract/messages'
import { readFilesOf } from '../content/actions.ts'
import { formattingWarnings, mediaOf, withKinds } from '../content/rules.ts'
import { WINDOW_MIN_MS } from '../deliveries/rules.ts'
import { after, fromEpoch, hours, minutes, seconds } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { startLongWork } from '../platform/long-work.ts'
import { forecastAllowances } from '../sending/actions.ts'
import { laneState, quietForecast, tooLate } from '../sending/rules.ts'
import { audiencesOf, checkReachable, problem, type Target } from '../series/actions.ts'
import { ALL_REACHED, targetsNotReached } from './changes.ts'
import { inspect, type Input } from './checks.ts'
import { otherSendWarnings, readOtherSends, type OtherSends } from './preflight-other-sends.ts'
import {
  type Arrivals,
  arrivalsOf,
  asLater,
  firstRunOf,
  type FirstRun,
  forecastOf,
  receivingGroups,
} from './preflight-forecast.ts'
import { readPreflightGroups, type PreflightGroup } from './preflight-store.ts'
import * as summaries from './read-models.ts'

type PreflightRequest = Input & { messageId?: string | undefined }

/** Forecasts what would happen to a message if it were saved as active now. Nothing is saved. */
export async function checkBefore(
  ctx: UserContext,
  asked: PreflightRequest,
  letOthersRun = startLongWork(),
): Promise<Preflight> {
  const { beside, arrivals, ...found } = await readBefore(ctx, asked)
  // The sends of hundreds of other series are computed after the database connection was released.
  const warnings = beside ? await otherSendWarnings(beside, letOthersRun) : []
  const isBehindOthers = warnings.some(({ effect }) => effect === 'later')
  // Nobody knows when a connection that is down comes back.
  const isHeld = found.warnings.some(
    ({ code, effect, until }) => code === 'account' && effect === 'later' && !until,
  )
  const notSent = new Set(
    warnings.flatMap(({ effect, groupId }) => (effect === 'not_sent' ? groupId : [])),
  )
  const forecast = arrivals && forecastOf(arrivals, notSent)
  return {
    ...found,
    forecast: forecast && (isBehindOthers || isHeld) ? asLater(forecast, isBehindOthers) : forecast,
    warnings: [...withoutVainWaits(found.warnings, warnings), ...warnings],
  }
}

/** These warnings without a wait for quiet hours in a group that then does not get the message anyway. */
function withoutVainWaits(
  warnings: readonly PreflightWarning[],
  beside: readonly PreflightWarning[],
): PreflightWarning[] {
  const without = new Set(
    beside.flatMap(({ effect, groupId }) => (effect === 'not_sent' ? [groupId] : [])),
  )
  return warnings.filter(
    ({ code, effect, groupId }) =>
      code !== 'quiet_hours' || effect !== 'later' || !without.has(groupId),
  )
}

type Found = Omit<Preflight, 'forecast'> & {
  beside: OtherSends | undefined
  arrivals: Arrivals | null
}

/** Everything except the warnings about other sends; for these it only reads the data. */
function readBefore(ctx: UserContext, { messageId, ...given }: PreflightRequest): Promise<Found> {
  return ctx.transaction(async (tx) => {
    const input: Input = { ...given, status: 'active' }
    const { targets: chosen, groups: all, found } = await inspect(ctx, tx, ctx.user.id, input)
    const message = messageId ? await summaries.read(tx, ctx.user.id, messageId) : undefined
    const targets = message ? await targetsNotReached(tx, message, chosen) : chosen
    if (targets.length === 0 && chosen.length > 0) found.push(problem('groupIds', ALL_REACHED))
    const goes = new Set(targets.map(({ groupId }) => groupId))
    const groups = all.filter(({ id }) => goes.has(id))
    const files = await readFilesOf(tx, ctx.user.id, [input.content])
    const content = withKinds(input.content, files)
    const asked = await readPreflightGroups(tx, ctx.user.id, [...goes])
    const forbidden = asked.flatMap((group) => refusedKinds(group, content))
    const unreachable = groups.flatMap((group) =>
      checkReachable(group).map((one) => ({ ...one, groupId: group.id })),
    )
    // Computed once for all groups: a schedule with a thousand exceptions takes some milliseconds.
    const first = firstRunOf(input, ctx.clock.now())
    const dueAt = first?.dueAt
    const inTimeUntil =
      dueAt && after(dueAt, Math.max(minutes(input.catchUpMinutes), WINDOW_MIN_MS))
    const fails = asked.flatMap((group) => accountAt(ctx, group, { dueAt, inTimeUntil }))
    const closed = new Set(
      [...unreachable, ...fails.filter(({ effect }) => effect === 'not_sent')].map(
        ({ groupId }) => groupId,
      ),
    )
    const open = targets.filter(({ groupId }) => !closed.has(groupId))
    const targetOf = new Map(targets.map((target) => [target.groupId, target]))
    const going = receivingGroups(input, open, asked)
    const allowances = dueAt && (await forecastAllowances(ctx, tx, dueAt, going))
    const around = { messageId: message?.id ?? null, groups: going.map(({ group }) => group) }
    return {
      beside: dueAt && (await readOtherSends(ctx, tx, { dueAt, ...around })),
      errors: [...found, ...unreachable, ...forbidden],
      warnings: [
        ...formattingWarnings(content, audiencesOf(ctx, groups)).map((text) => ({
          code: 'content' as const,
          effect: 'differs' as const,
          text,
        })),
        ...fails,
        ...(allowances?.warnings ?? []).map((one) => ({ code: 'allowance' as const, ...one })),
        ...(first ? asked.flatMap((group) => quietAt(group, first)) : []),
        ...asked.flatMap((group) => warningsOf(group, content, targetOf.get(group.id))),
      ],
      reached: all.flatMap(({ id }) => (goes.has(id) ? [] : [id])),
      arrivals:
        first && allowances ? await arrivalsOf(ctx, tx, { input, first, going, allowances }) : null,
    }
  })
}

/** A connection that is down for less than this is usually back at once. */
const DOWN_FOR_A_MOMENT_MS = seconds(3)

/** A connection that is down now says nothing about what is due later than this. */
const DOWN_MATTERS_MS = hours(1)

/** A warning if the account of a group cannot send, for example because it is not linked. */
function accountAt(
  ctx: UserContext,
  { id: groupId, title, channel, status, account }: PreflightGroup,
  { dueAt, inTimeUntil }: { dueAt: Date | undefined; inTimeUntil: Date | undefined },
): PreflightWarning[] {
  const capabilities = ctx.channels.get(channel)?.capabilities
  // A muted group gets nothing anyway, and a lost or disconnected group has its own warning.
  if (!capabilities || (status !== 'active' && status !== 'limited')) return []
  const state = laneState({ ...account, pausedUntil: null }, capabilities)
  if (state.kind === 'open') return []
  // A connection that is down for a moment would be back before the person has read a warning.
  const isBackSoon = ctx.clock.now().getTime() - account.since < DOWN_FOR_A_MOMENT_MS
  const isFarAway = !dueAt || dueAt > after(ctx.clock.now(), DOWN_MATTERS_MS)
  if (account.status === 'reconnecting' && (isBackSoon || isFarAway)) return []
  const { restrictedUntil } = account
  if (restrictedUntil !== null && dueAt && dueAt.getTime() >= restrictedUntil) return []
  const until = restrictedUntil === null ? {} : { until: fromEpoch(restrictedUntil).toISOString() }
  if (state.kind === 'held' && inTimeUntil && inTimeUntil.getTime() <= (restrictedUntil ?? 0)) {
    const text = `“${title}”: ${tooLate(state)}`
    return [{ code: 'account', effect: 'not_sent', text, groupId, ...until }]
  }
  const isFailed = state.kind === 'failed'
  const effect = isFailed ? 'not_sent' : 'later'
  const text = `“${title}”: ${isFailed ? state.why : state.reason}`
  return [{ code: 'account', effect, text, groupId, ...until }]
}

/** Warnings for what this group does not accept although its network does. */
function refusedKinds(
  { id, kind, title, channel }: PreflightGroup,
  whole: Content,
): (FieldProblem & { groupId: string })[] {
  const content = ownOf(whole, networkOf(channelFacts[channel]))
  if (content.kind !== 'poll' || content.poll.anonymous !== false || kind !== 'channel') return []
  const message = `In a channel such as “${title}” a poll must be anonymous.`
  return [{ path: 'content.poll.anonymous', message, groupId: id }]
}

function warningsOf(
  { id: groupId, channel, title, status, reason, topics, refuses }: PreflightGroup,
  whole: Content,
  target: Target | undefined,
): PreflightWarning[] {
  const content = ownOf(whole, networkOf(channelFacts[channel]))
  const kinds = new Set<PreflightGroup['refuses'][number]>([
    ...(content.kind === 'poll' ? ['poll' as const] : []),
    ...mediaOf(content).flatMap(({ kind }) => kind ?? []),
    // Follow-ups are the same in all networks.
    ...((whole.options?.pin ?? 'off') === 'off' ? [] : ['pin' as const]),
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
        // It is sent anyway, but not pinned.
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

/** A warning if quiet hours affect the first run. */
function quietAt(group: PreflightGroup, { dueAt, spreadMsOf }: FirstRun): PreflightWarning[] {
  const { id: groupId, title, quietHours, timeZone } = group
  const due = after(dueAt, spreadMsOf(groupId, []))
  const quiet = quietHours && quietForecast([{ quietHours, timeZone, groups: 1 }])(due)
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

const MAY_NOT: Readonly<Record<PreflightGroup['refuses'][number], string>> = {
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
