import { channelFacts } from '@carillon/contract/channels'
import type { Content, OwnContent } from '@carillon/contract/content/content'
import type { FieldProblem } from '@carillon/contract/errors'
import type { Channel } from '../channels/port.ts'
import { hours } from '../platform/clock.ts'

/** A network that allows something for some time must be asked before: a flood or an outage may take so long. */
const SPARE_MS = hours(1)

/** What a content asks to be done after it was sent, and a network does not do, at its field and in words. */
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

/** What is left out where a network does not do it: the message is worth sending all the same. */
export const unsupportedFollowUps = (
  { options }: Content,
  { kind, followUps }: Channel,
): string[] =>
  (options?.pin ?? 'off') !== 'off' && !followUps?.pin
    ? [`${channelFacts[kind].network} does not let programs pin messages: it is not pinned there.`]
    : []

/** What is done afterwards is the same in all networks, so a content for one of them names nothing of it. */
export const checkOwnFollowUps = ({ options }: OwnContent, base: string): FieldProblem[] =>
  AFTERWARDS.filter((option) => options?.[option] !== undefined).map((option) => ({
    path: `${base}.options.${option}`,
    message: 'This is the same in all networks. Choose it in the content for all of them.',
  }))

const AFTERWARDS = ['pin', 'unpinPrevious', 'deleteAfterMinutes', 'replacePrevious'] as const
