import { channelFacts } from '@carillon/contract/channels'
import type { Group, GroupStatus } from '@carillon/contract/groups'
import { zoneCity } from '@carillon/contract/zones'
import type { Tone } from '../../ui/Status.tsx'
import { wallClock } from '../../ui/time/words.ts'
import { capital, count, withCommas } from '../../ui/words.ts'

type Words = { label: string; tone: Tone; meaning: string }

/** A group's status in a word, and what it means if no reason is known. */
export const groupWords: Record<GroupStatus, Words> = {
  active: { label: 'Can post', tone: 'good', meaning: 'Messages can be sent here.' },
  muted: { label: 'Muted', tone: 'neutral', meaning: 'You muted it: nothing is sent here.' },
  limited: { label: 'Can’t post', tone: 'danger', meaning: 'Nothing may be posted here.' },
  lost: { label: 'Lost', tone: 'danger', meaning: 'This chat cannot be reached any more.' },
  suspended: {
    label: 'Suspended',
    tone: 'warn',
    meaning:
      'Your plan allows fewer groups: nothing is sent here until you upgrade, or use it instead of another.',
  },
  disconnected: {
    label: 'Not connected',
    tone: 'warn',
    meaning: 'Its account must be connected again: nothing is sent here until then.',
  },
}

/** The rules of a group: `Quiet 22:00–07:00 (Fri, Sat)`, `Daily limit 5`; empty without rules. */
export function rulesWords(
  group: Pick<Group, 'quietHours' | 'dailyCap' | 'minGapMinutes' | 'timeZone'>,
): string[] {
  const { quietHours: quiet, dailyCap, minGapMinutes, timeZone } = group
  const days = quiet?.days?.map((day) => capital(day)).join(', ')
  return [
    quiet && `Quiet ${wallClock(quiet.from)}–${wallClock(quiet.to)}${days ? ` (${days})` : ''}`,
    dailyCap !== null && `Daily limit ${dailyCap}`,
    minGapMinutes !== null && `${minGapMinutes} min apart`,
    timeZone !== null && `${zoneCity(timeZone)} time`,
  ].filter((words) => typeof words === 'string')
}

const kinds = { group: 'Group', channel: 'Channel' }

/** `Group · 128 members · 4 topics`. */
export function chatNote(chat: Pick<Group, 'kind' | 'memberCount' | 'topics'>): string {
  return [
    kinds[chat.kind],
    chat.memberCount === undefined ? '' : count(chat.memberCount, 'member'),
    chat.topics.length > 0 ? count(chat.topics.length, 'topic') : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Whether nothing can be sent to a group in its present status. */
export const isClosed = ({ status }: Pick<Group, 'status'>) =>
  closedStates.some((one) => one === status)
const closedStates = ['lost', 'suspended', 'disconnected'] as const

/** The only group that something can be sent to; undefined with none or several. */
export function onlySendableGroup(groups: readonly Group[]): Group | undefined {
  const [only, ...others] = groups.filter((group) => !isClosed(group))
  return others.length === 0 ? only : undefined
}

/**
 * What the count of the groups is of, where a page shows others: `Not counted: 1 lost, 2 suspended.`, and on the page
 * of one `network` that those of all are counted; empty where it shows just these.
 */
export function uncountedWords(groups: readonly Group[], network?: string): string {
  const left = closedStates.flatMap((status) => {
    const many = groups.filter((one) => one.status === status).length
    return many > 0 ? [`${withCommas(many)} ${groupWords[status].label.toLowerCase()}`] : []
  })
  const isMixed =
    network !== undefined && groups.some((one) => channelFacts[one.channel].network !== network)
  return [isMixed && 'On all networks.', left.length > 0 && `Not counted: ${left.join(', ')}.`]
    .filter(Boolean)
    .join(' ')
}

/** Whether the bot was taken out of a group: an admin can add it again by the link of its connection. */
export const isBotOut = ({ channel, attention }: Pick<Group, 'channel' | 'attention'>) =>
  channelFacts[channel].tokenFrom !== undefined &&
  (attention?.code === 'kicked' || attention?.code === 'left')

/** The groups that count against the tier's limit: all but suspended, lost and disconnected ones. */
export const countedGroups = (groups: Group[]) => groups.filter((one) => !isClosed(one)).length
