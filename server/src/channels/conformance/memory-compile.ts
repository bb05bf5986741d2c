import { tooLongWords } from '@carillon/contract/content/too-long'
import { fill } from '@carillon/contract/content/variables'
import type { Capabilities, Compiled, Outcome, RefusedCode, SendRequest } from '../port/sending.ts'

const noLimit = { perSecond: Infinity, burst: Infinity }

/** What the network in memory can do. */
export const capabilities: Capabilities = {
  guarantee: 'once',
  textMax: 500,
  captionMax: 200,
  topics: false,
  polls: false,
  buttons: false,
  needsSessionToSend: true,
  pace: { account: noLimit, chat: noLimit, groupPerMinute: Infinity, inFlight: 5 },
}

/** Compiles a content: its text with the variables filled in, and what the network refuses. */
export function compile(content: SendRequest['content']): Compiled {
  const text = fill(content.text, content.values).trim()
  const refuse = (field: string, code: RefusedCode, reason: string) => [{ field, code, reason }]
  const most = content.kind === 'text' ? capabilities.textMax : capabilities.captionMax
  const refusals = [
    ...(content.kind === 'text' && text === ''
      ? refuse('text', 'text_empty', 'There is no text to send.')
      : []),
    ...(text.length > most
      ? refuse(
          'text',
          'text_too_long',
          tooLongWords({
            network: 'The network',
            length: text.length,
            max: most,
            withFiles: content.kind !== 'text',
          }),
        )
      : []),
    ...(content.kind === 'poll' ? refuse('poll', 'unsupported', 'There are no polls.') : []),
    ...(content.kind === 'album' ? refuse('media', 'unsupported', 'Send one file.') : []),
    ...(content.buttons?.length ? refuse('buttons', 'unsupported', 'There are no buttons.') : []),
  ]
  return { text, entities: [], warnings: [], refusals }
}

export const unreachable: Outcome = {
  kind: 'retry',
  scope: 'account',
  code: 'unreachable',
  reason: 'The network cannot be reached.',
}
export const noAnswer: Outcome = { kind: 'unconfirmed', reason: 'No answer came.' }
export const loggedOut = {
  kind: 'accountLost',
  code: 'unauthorized',
  reason: 'This device was unlinked. Link it again.',
} as const
