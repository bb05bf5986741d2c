import type { ChannelKind } from '@carillon/contract/config'
import type { Group } from '@carillon/contract/groups'
import type { Preflight } from '@carillon/contract/messages'
import { obstacleOf } from '../compose/audience/obstacles.ts'
import { inLocale } from '../../ui/time/inLocale.ts'
import { wallTime } from '../../ui/time/words.ts'
import { count } from '../../ui/words.ts'
import { localOf } from '../schedule/when.ts'

/** What one press can do about a finding. */
export type Fix =
  | { kind: 'remove-group'; groupId: string }
  | { kind: 'leave-topic'; groupId: string; topicId: string }
  | { kind: 'other-time' }
  | { kind: 'make-anonymous' }
  | { kind: 'connect'; channel: ChannelKind }
  | { kind: 'show'; path: string }

/** Something that will not happen as the user asked. */
export type Finding = {
  id: string
  /** `blocks`: it cannot be saved; `not`: a group gets nothing; `later`: a group gets it later; `differs`: it looks different. */
  effect: 'blocks' | 'not' | 'later' | 'differs'
  words: string
  group?: Pick<Group, 'id' | 'title' | 'channel' | 'photoUrl'>
  fixes: Fix[]
}

type Known = {
  preflight: Preflight | undefined
  /** The chosen groups. */
  groups: readonly Group[]
  /** The instants at which it will be sent, as far as they are known. */
  times: readonly string[]
  /** Whether a time was chosen. A send for now has none, which is not a problem. */
  hasTime: boolean
  /** Of the user. */
  timeZone: string
}

/** All findings, worst first: those of the group rules, computed here, and those of the server. */
export function findingsOf(known: Known): Finding[] {
  const { preflight, groups: chosen, times, hasTime, timeZone } = known
  const groups = chosen.filter(({ id }) => !preflight?.reached.includes(id))
  // Only the server knows what others send there: that something is sent later is not said of what is not sent.
  const notSent = new Set(
    preflight?.warnings.flatMap(({ effect, groupId }) => (effect === 'not_sent' ? groupId : [])),
  )
  // The server counts what others send there too, so that its words are more exact than the group's own limit.
  const limited = new Set(
    preflight?.warnings.flatMap(({ code, groupId }) => (LIMITS.includes(code) ? groupId : [])),
  )
  const byRules = groups
    .flatMap((group) => ofGroup(group, limited.has(group.id), { times, timeZone }))
    .filter(({ effect, group }) => effect === 'not' || !notSent.has(group?.id))
  const groupsWithFinding = new Set(byRules.map(({ group }) => group?.id))
  const byId = new Map(groups.map((group) => [group.id, group]))
  const found = [
    ...byRules,
    ...(preflight?.errors ?? []).flatMap((error) =>
      ofError(error, byId, { groupsWithFinding, hasTime }),
    ),
    ...(preflight?.warnings ?? []).flatMap((warning) =>
      ofWarning(warning, byId, groupsWithFinding, timeZone),
    ),
  ]
  return found.toSorted((a, b) => ORDER.indexOf(a.effect) - ORDER.indexOf(b.effect))
}

const ORDER: Finding['effect'][] = ['blocks', 'not', 'later', 'differs']

/** Warnings about the limits of a group. */
const LIMITS: readonly string[] = ['cap', 'gap']

function ofGroup(
  group: Group,
  isLimitTold: boolean,
  { times, timeZone }: Pick<Known, 'times' | 'timeZone'>,
): Finding[] {
  const rules = isLimitTold ? { ...group, dailyCap: null, minGapMinutes: null } : group
  const obstacle = obstacleOf(rules, times, timeZone)
  if (!obstacle) return []
  const remove: Fix = { kind: 'remove-group', groupId: group.id }
  const fixes: Fix[] = group.status === 'active' ? [{ kind: 'other-time' }, remove] : [remove]
  return [{ id: `rules-${group.id}`, effect: obstacle.kind, words: obstacle.words, group, fixes }]
}

type Groups = ReadonlyMap<string, Group>

function ofError(
  { path, message, groupId }: Preflight['errors'][number],
  groups: Groups,
  {
    groupsWithFinding,
    hasTime,
  }: { groupsWithFinding: ReadonlySet<string | undefined>; hasTime: boolean },
): Finding[] {
  const group = groupId === undefined ? undefined : groups.get(groupId)
  if (path === 'content.poll.anonymous') {
    const fixes: Fix[] = [{ kind: 'make-anonymous' }]
    return [
      {
        id: `${path}-${groupId}`,
        effect: 'blocks',
        words: message,
        fixes,
        ...(group ? { group } : {}),
      },
    ]
  }
  if (group) {
    const fixes: Fix[] = [{ kind: 'remove-group', groupId: group.id }]
    return groupsWithFinding.has(group.id)
      ? []
      : [{ id: `${path}-${group.id}`, effect: 'not', words: message, group, fixes }]
  }
  if (path.startsWith('schedule')) {
    if (!hasTime) return []
    const words = inLocale(message)
    return [{ id: path, effect: 'blocks', words, fixes: [{ kind: 'other-time' }] }]
  }
  // Problems with the choice of groups are shown at that field.
  if (!path.startsWith('content')) return []
  return [{ id: path, effect: 'blocks', words: message, fixes: [{ kind: 'show', path }] }]
}

/** Warnings of the server that are left out if the group's own rules gave one already: that one is more exact. */
const BY_RULES: readonly string[] = ['muted', 'limited', 'quiet_hours']

function ofWarning(
  { code, effect, text, groupId, topicId, until }: Preflight['warnings'][number],
  groups: Groups,
  groupsWithFinding: ReadonlySet<string | undefined>,
  timeZone: string,
): Finding[] {
  const group = groupId === undefined ? undefined : groups.get(groupId)
  if (
    groupId !== undefined &&
    (!group || (groupsWithFinding.has(groupId) && BY_RULES.includes(code)))
  )
    return []
  const again = until
    ? ` The number may send again: ${wallTime(localOf(new Date(until), timeZone))}.`
    : ''
  return [
    {
      id: `${code}-${groupId}-${topicId}-${text}`,
      effect: effect === 'not_sent' ? 'not' : effect,
      words: (group ? text.replace(`“${group.title}”: `, '') : text) + again,
      ...(group ? { group } : {}),
      fixes: group && effect !== 'differs' ? fixesOf({ code, effect, topicId, until }, group) : [],
    },
  ]
}

function fixesOf(
  {
    code,
    effect,
    topicId,
    until,
  }: Pick<Preflight['warnings'][number], 'code' | 'effect' | 'topicId' | 'until'>,
  { id, channel }: Group,
): Fix[] {
  const remove: Fix = { kind: 'remove-group', groupId: id }
  // A number that its network has restricted is connected, and may send again at another time.
  if (code === 'account' && (effect === 'later' || until)) return [{ kind: 'other-time' }, remove]
  if (code === 'account') return [{ kind: 'connect', channel }, remove]
  if (topicId !== undefined) return [{ kind: 'leave-topic', groupId: id, topicId }]
  return ANOTHER_TIME.includes(code) ? [{ kind: 'other-time' }, remove] : [remove]
}

/** Warnings that another time may solve. */
const ANOTHER_TIME: readonly string[] = ['quiet_hours', ...LIMITS]

/**
 * How much there is to fix, and how many groups are affected: `2 to fix · 3 groups cannot get it · 1 later`; empty without
 * findings. Findings that one press fixes count once, however many groups they are about. Where all there is to fix is
 * a problem of each of these groups, only the groups are counted.
 */
export function countWords(findings: readonly Finding[]): string {
  const groupsWith = (effect: Finding['effect']) =>
    new Set(findings.flatMap((one) => (one.effect === effect && one.group?.id) || []))
  const not = groupsWith('not')
  const later = [...groupsWith('later')].filter((id) => !not.has(id)).length
  const wrong = findings.filter(({ effect }) => effect === 'blocks' || effect === 'not')
  const steps = new Set(wrong.map(({ id, fixes: [first] }) => (first ? JSON.stringify(first) : id)))
  const areOfGroups = steps.size === not.size && wrong.every(({ effect }) => effect === 'not')
  return [
    steps.size > 0 && !areOfGroups && `${steps.size} to fix`,
    not.size > 0 && `${count(not.size, 'group')} cannot get it`,
    later > 0 && (not.size > 0 ? `${later} later` : `${count(later, 'group')} later`),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Why each group does not get it as asked, by its id. */
export const reasonsOf = (findings: readonly Finding[]): ReadonlyMap<string, string> =>
  new Map(
    findings
      .flatMap(({ group, effect, words }) =>
        group && effect !== 'differs' ? [[group.id, words] as const] : [],
      )
      .toReversed(),
  )
