import { channelFacts, type Network, NETWORKS, networkOf } from '@carillon/contract/channels'
import type { Content } from '@carillon/contract/content/content'
import { ownOf } from '@carillon/contract/content/resolve'
import type { SentChange, SentContents } from '@carillon/contract/deliveries'
import { count, withCommas } from '../../../ui/words.ts'
import { oneLineOf } from '../../compose/content/line.ts'
import { plainLineOf } from '../../compose/content/plainLine.ts'
import { networkNamed } from '../../compose/networks.ts'

/** How far a change has come: `in 12 groups`, `in 3 of 12 groups`, `in 10 of 12 groups, not in 2`. */
export function changeWords({ total, done, failed }: SentChange): string {
  if (done === total) return `in ${groups(total)}`
  const left = failed > 0 ? `, not in ${failed}` : ''
  return `in ${done} of ${groups(total)}${left}`
}

export const isGoing = ({ total, done, failed }: SentChange): boolean => done + failed < total

/**
 * What an edit replaced: `It said: “We meet at nine.”`; named by its network if it did not change what all others say.
 * Where only the formatting was changed, its signs are shown.
 */
export function saidBefore(was: Content, says: Content): string {
  const { overrides: before, ...common } = was
  const { overrides: after, ...now } = says
  const said = isSame(common, now) ? [] : [`It said: “${lineOf(common, now)}”`]
  const on = NETWORKS.flatMap((id) => {
    if (!before?.[id] && !after?.[id]) return []
    const own = ownOf(was, id)
    const ownNow = ownOf(says, id)
    if (isSame(own, ownNow)) return []
    return [`On ${networkNamed(id).name} it said: “${lineOf(own, ownNow)}”`]
  })
  return [...said, ...on].join('. ') || `It said: “${lineOf(was, says)}”`
}

const lineOf = (was: Content, says: Content): string =>
  plainLineOf(was) === plainLineOf(says) ? oneLineOf(was) : plainLineOf(was)

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** `one copy`, `12 copies`. */
export const copiesWords = (n: number): string => (n === 1 ? 'one copy' : `${withCommas(n)} copies`)

export const groups = (n: number): string => count(n, 'group')

/** The networks on which something else is written than stands there. */
export type Changed = readonly Network[]

/** How many of these copies an edit changes. Before something is typed: how many it could change. */
export const reachedBy = (
  copies: SentContents['contents'][number]['copies'],
  changed: Changed,
): number =>
  copies
    .filter(
      ({ channel, differs }) =>
        differs || changed.length === 0 || changed.includes(networkOf(channelFacts[channel])),
    )
    .reduce((sum, one) => sum + one.count, 0)

type Standing = SentContents['contents'][number]

/** One of several messages of a run, for a choice: `2 groups (Alto, Bass): Sunday at ten`. */
export function choiceWords({ content, count: copies, groups: titles }: Standing): string {
  const more = copies > titles.length ? ' …' : ''
  return `${groups(copies)} (${titles.join(', ')}${more}): ${plainLineOf(content)}`
}

/** What the last edit left as it was, and can still be edited; undefined if there is nothing like that. */
export function leftByEdit({ blocked, contents, changes }: SentContents) {
  const last = changes.at(-1)
  if (blocked || !last?.says || last.failed === 0 || isGoing(last)) return undefined
  const left = contents.find((one) => one.editable > 0 && isSame(one.content, last.was))
  return left && { content: last.says, contentId: left.contentId, count: left.editable }
}

/** Why nothing can be edited, in words; undefined if something can. */
export function notEditable({ blocked, count, contents }: SentContents): string | undefined {
  if (blocked) return blocked
  if (count === 0) return NOTHING_LEFT
  if (contents.some(({ editable }) => editable > 0)) return undefined
  return reasonOf(contents.flatMap(({ reasons }) => reasons))
}

/** Why nothing can be deleted, in words; undefined if something can. */
export function notDeletable({ blocked, count, deletable, reasons }: SentContents) {
  if (blocked) return blocked
  if (count === 0) return NOTHING_LEFT
  return deletable > 0 ? undefined : reasonOf(reasons)
}

/** A sentence about later runs, which an edit of one run does not change; `line`: the present text of the source, if it has only one. */
export const laterRunsWords = (noun: 'message' | 'cycle', line?: string): string =>
  `Later runs go on saying what the ${noun} says; to change that, edit the ${noun}.${line ? ` It says: “${line}”` : ''}`

const NOTHING_LEFT = 'Nothing of this run stands in a group any more.'

const reasonOf = (reasons: readonly string[]) => [...new Set(reasons)].join(' ')
