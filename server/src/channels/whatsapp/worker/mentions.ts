import type { proto } from 'baileys'

/**
 * What says in a message that it mentions all members: the network's own sign for it, which names nobody. So a message
 * is kept without names, and gets them when it goes out.
 */
export const MENTIONS_ALL: proto.IContextInfo = { nonJidMentions: 1 }

/** The same message; one that mentions all members has their names now. */
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
