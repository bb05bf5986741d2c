import { proto } from 'baileys'
import { expect, test } from 'vitest'
import { MENTIONS_ALL, withNames } from './mentions.ts'

test('a message that mentions all is kept without names, and gets them each time it goes out', () => {
  const contextInfo = { ...MENTIONS_ALL }
  for (const message of [
    { extendedTextMessage: { text: 'Come', contextInfo } },
    { imageMessage: { caption: 'Come', contextInfo } },
    {
      documentWithCaptionMessage: {
        message: { documentMessage: { caption: 'Come', contextInfo } },
      },
    },
  ]) {
    const kept = proto.Message.encode(message).finish()
    expect(Buffer.from(kept).toString()).not.toContain('@')
    for (const members of [['1@lid'], ['1@lid', '2@lid']]) {
      const named = JSON.stringify(withNames(proto.Message.decode(kept), members))
      for (const member of members) expect(named).toContain(member)
      expect(named).not.toContain('nonJidMentions')
    }
  }
})

test('a message that mentions nobody stays so', () => {
  const message = { extendedTextMessage: { text: 'Come' } }
  expect(withNames(structuredClone(message), ['1@lid'])).toEqual(message)
})
