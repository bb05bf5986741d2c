import type { proto } from 'baileys'

/**
 * Marks a message that mentions all members: the network's own field for it, which names nobody. So a message is stored
 * without names, and gets them when it is sent.
 */
export const MENTIONS_ALL: proto.IContextInfo = { nonJidMentions: 1 }

/** Adds the names of the members to a message that mentions all. */
export function withNames(message: proto.IMessage, members: readonly string[]): proto.IMessage {
  const inner = message.documentWithCaptionMessage?.message ?? message
  const said =
    inner.extendedTextMessage ??
    inner.imageMessage ??
    inner.videoMessage ??
    inner.audioMessage ??
    inner.documentMessage
  const { nonJidMentions, ...context } = said?.contextInfo ?? {}
  if (said && nonJidMentions) said.contextInfo = { ...context, mentionedJid: [...members] }
  return message
}
