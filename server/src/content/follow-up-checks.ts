import { channelFacts } from '@carillon/contract/channels'
import type { Content, OwnContent } from '@carillon/contract/content/content'
import type { FieldProblem } from '@carillon/contract/errors'
import type { Channel } from '../channels/port.ts'
import { hours } from '../platform/clock.ts'

/** Follow-ups are planned so long before a network's time limit ends: a flood wait or an outage may take so long. */
const SPARE_MS = hours(1)

/** Problems, by field, with follow-ups of a content that a network cannot do. */
export function checkFollowUps({ options }: Content, { kind, followUps }: Channel): FieldProblem[] {
  const { network } = channelFacts[kind]
  const at = (option: string, message: string) => [{ path: `content.options.${option}`, message }]
  const { deleteAfterMinutes, replacePrevious } = options ?? {}
  const mostMs = (followUps?.windowMs.delete ?? Infinity) - SPARE_MS
  return [
    ...(deleteAfterMinutes !== undefined && !followUps?.delete
      ? at('deleteAfterMinutes', `${network} does not let programs delete messages.`)
      : []),
    ...(deleteAfterMinutes !== undefined && deleteAfterMinutes * 60_000 > mostMs
      ? at(
          'deleteAfterMinutes',
          `${network} lets programs delete their messages for ${(mostMs + SPARE_MS) / 3_600_000} hours. Choose at most ${mostMs / 3_600_000} hours, so that time is left for a delay.`,
        )
      : []),
    ...(replacePrevious && !followUps?.delete
      ? at('replacePrevious', `${network} does not let programs delete messages.`)
      : []),
  ]
}

/** The options that a network cannot do and that are left out: the message is sent without them. */
export const unsupportedFollowUps = (
  { options }: Content,
  { kind, followUps }: Channel,
): string[] =>
  (options?.pin ?? 'off') !== 'off' && !followUps?.pin
    ? [`${channelFacts[kind].network} does not let programs pin messages: it is not pinned there.`]
    : []

/** Follow-ups are the same in all networks, so the content for one network must not contain them. */
export const checkOwnFollowUps = ({ options }: OwnContent, base: string): FieldProblem[] =>
  AFTERWARDS.filter((option) => options?.[option] !== undefined).map((option) => ({
    path: `${base}.options.${option}`,
    message: 'This is the same in all networks. Choose it in the content for all of them.',
  }))

const AFTERWARDS = ['pin', 'unpinPrevious', 'deleteAfterMinutes', 'replacePrevious'] as const
