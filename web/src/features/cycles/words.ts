import type {
  Cycle,
  CycleMode,
  CycleOrder,
  CycleStatus,
  CycleSummary,
} from '@carillon/contract/cycles'
import type { Content } from '@carillon/contract/content/content'
import { plain } from '@carillon/contract/content/markup'
import { textsOf } from '@carillon/contract/content/resolve'
import type { Tone } from '../../ui/Status.tsx'
import { count } from '../../ui/words.ts'
import { oneLineOf } from '../compose/content/line.ts'
import { withVariableNames } from '../compose/content/withVariableNames.ts'
import { troubleWords } from '../messages/words.ts'

/** A cycle's state in a word. */
const statusWords: Record<CycleStatus, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  active: { label: 'On', tone: 'good' },
  paused: { label: 'Paused', tone: 'neutral' },
  finished: { label: 'Finished', tone: 'neutral' },
  suspended: { label: 'Suspended', tone: 'warn' },
}

/** Why a cycle is suspended, and how it goes on. */
export const SUSPENDED =
  'Your plan has no place for it: nothing is sent. It goes on when you upgrade, or use it instead of another cycle.'

/** The state of this cycle in a word: one whose sends fail says so. */
export function stateWords(cycle: CycleSummary) {
  const { status, attention, occurrence } = cycle
  if (status === 'active' && occurrence?.status === 'sending' && occurrence.pending > 0) {
    return { label: 'Sending', tone: 'busy' as const, moving: true }
  }
  if (isStuck(cycle)) return { label: 'Nothing to send', tone: 'warn' as const }
  return (status === 'active' && troubleWords(attention)) || statusWords[status]
}

/** Whether a state is what the switch beside it shows already: on. */
export const isPlain = (state: { label: string }) => state === statusWords.active

/** What a cycle is called. */
export const nameOf = ({ name }: { name: string }) =>
  withVariableNames(name) || 'Cycle without a name'

/** Whether it has no step that can be sent at its next slot. */
export const isStuck = ({ status, nextRuns }: Pick<CycleSummary, 'status' | 'nextRuns'>) =>
  status === 'active' &&
  nextRuns.length > 0 &&
  nextRuns.every(({ parts, changed }) => parts.length === 0 && changed !== 'content')

/** Why the next step cannot be skipped: the next run has none. Undefined if it can. */
export function noSkipReason(cycle: Pick<CycleSummary, 'status' | 'nextRuns'>): string | undefined {
  const [run] = cycle.nextRuns
  if (isStuck(cycle)) return 'No step can come.'
  if (!run || run.parts.length > 0) return undefined
  return run.changed === 'content'
    ? 'The next run has a text of its own, and no step. Skip that run under “Up next”.'
    : 'No step comes at the next time.'
}

/**
 * Which steps go to how many groups if the next ones are sent now; `lost` of its groups get nothing, which is said
 * elsewhere.
 */
export function sendNextWords(
  {
    mode,
    sendNext,
    stepCount,
    groupCount,
  }: Pick<CycleSummary, 'mode' | 'sendNext' | 'stepCount' | 'groupCount'>,
  lost: number,
): string {
  const [first, ...others] = sendNext
  if (!first)
    return 'Nothing can be sent now: none of its messages may go, or no group can get one.'
  // The steps of the groups are not named here.
  if (mode === 'own_place') {
    return 'Each group that can get a message now gets its own next step at once.'
  }
  const numbers = sendNext.map(({ step }) => step + 1)
  const go =
    others.length === 0
      ? `Step ${numbers[0]} of ${stepCount} goes`
      : `Steps ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)} of ${stepCount} go`
  if (mode === 'one_group') return `${go} to the group whose turn it is at once.`
  const groups = Math.min(first.groups, groupCount - lost)
  const all = count(groupCount, 'group')
  if (groups === groupCount) return `${go} to ${all} at once.`
  const why = groups + lost < groupCount ? ` ${OTHERS_LEFT_OUT}` : ''
  return `${go} to ${groups} of ${all} at once.${why}`
}

/** The lost groups that are known here may not be all. */
const OTHERS_LEFT_OUT =
  'The others get nothing: they are lost, muted, or in quiet hours that skip messages.'

/** How a step begins, on one line. */
export const textOf = (text: string) =>
  withVariableNames(plain(text).replaceAll(/\s+/g, ' ').trim().slice(0, 160)) || 'No text yet'

/** How a step begins; of several texts one is drawn for each run. */
export type StepWords = { text: string; texts?: number | undefined }

/** The same for a step whose content is there. */
export const stepWordsOf = (content: Content): StepWords => ({
  text: oneLineOf(content),
  texts: textsOf(content).length,
})

/**
 * What a text of its own means for one run of a cycle: no step is lost by it, so all later ones come one run later.
 * `step` is its number, if the run would have sent one step that is known. The text goes to all groups in every mode.
 */
export function insteadWords(step: number | undefined, mode: CycleMode) {
  const [name, it] = step ? [`step ${step}`, `Step ${step} comes`] : ['its steps', 'They come']
  const groups = mode === 'one_group' ? ', to all groups, not only to the one whose turn it is' : ''
  return {
    note: `This text is sent instead of ${name}${groups}. ${it} at the next run.`,
    edit: `To change ${step ? name : 'a step'} itself,`,
  }
}

/** How far it has come: `Round 3 · step 2 of 5`. */
export function placeWords({
  status,
  order,
  mode,
  stepCount,
  progress,
}: Pick<CycleSummary, 'status' | 'order' | 'mode' | 'stepCount' | 'progress'>): string {
  const { round, nextStep, sends } = progress
  if (status === 'draft') return count(stepCount, 'step')
  if (status === 'finished') return `${count(stepCount, 'step')} · ${count(sends, 'message')} sent`
  if (mode === 'own_place')
    return `Round ${round} · ${count(stepCount, 'step')}, each group at its own`
  const isDrawn = order === 'shuffle' || order === 'weighted'
  if (nextStep === null) return `Round ${round} · ${count(stepCount, 'step')}`
  return `Round ${round} · ${isDrawn ? 'next is ' : ''}step ${nextStep + 1} of ${stepCount}`
}

/** In which order steps come, in words. */
export const orderWords: Record<CycleOrder, { label: string; note: string }> = {
  sequence: {
    label: 'In order, again and again',
    note: 'After the last step it begins with the first.',
  },
  once: { label: 'In order, once', note: 'After the last step it is finished.' },
  shuffle: {
    label: 'Shuffled',
    note: 'Each round says every step once, in a new order. No step comes twice in a row.',
  },
  weighted: {
    label: 'By weight',
    note: 'A step with weight 3 comes three times as often as one with weight 1.',
  },
}

/** In which order steps come and how long, in words: `In order, for 2 rounds`. */
export function rotationWords(order: CycleOrder, ends: Cycle['ends']): string {
  const { label } = orderWords[order]
  if (!ends) return label
  const most = 'rounds' in ends ? count(ends.rounds, 'round') : count(ends.sends, 'message')
  if (order === 'once') return `${label}, at most ${most}`
  return `${order === 'sequence' ? 'In order' : label}, for ${most}`
}

/** Which group gets which step, in words. */
export const modeWords: Record<CycleMode, { label: string; note: string }> = {
  same: { label: 'All groups get the same step', note: 'At each time, one step for everybody.' },
  own_place: {
    label: 'Each group has its own place',
    note: 'A new group begins with a round of its own; one that comes back goes on where it was.',
  },
  one_group: {
    label: 'One group at a time',
    note: 'At each time only one group gets a step; the next time it is the next group’s turn.',
  },
}
