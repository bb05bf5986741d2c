import type { Content, TextContent } from '@carillon/contract/content/content'
import type { FieldProblem } from '@carillon/contract/errors'
import type { Channel } from '../channels/port.ts'

const NOTHING_TO_SEND = 'Write something to send.'

/**
 * What keeps this content from being sent through these channels, at its fields and in words: the
 * same compilation as the sender's, so what passes here is not refused there for its length.
 */
export function checkContent(content: Content, channels: Iterable<Channel>): FieldProblem[] {
  switch (content.kind) {
    case 'text':
      return checkText(content, channels)
  }
}

function checkText(content: TextContent, channels: Iterable<Channel>): FieldProblem[] {
  if (content.text.trim() === '') return [{ path: 'content.text', message: NOTHING_TO_SEND }]
  const messages = new Set<string>()
  for (const channel of channels) {
    const { refusal } = channel.compile(content)
    if (!refusal) continue
    messages.add(refusal.code === 'text_empty' ? NOTHING_TO_SEND : refusal.reason)
  }
  return [...messages].map((message) => ({ path: 'content.text', message }))
}
