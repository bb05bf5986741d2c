import type { Shape } from './protobuf.ts'

// The fields of a message that a phone of the sandbox shows. The numbers and names of the fields are the protocol's. The
// names of the shapes (`Text`, `File`, `Plain`) are ours, except for `ContextInfo` and `MessageContextInfo`.

const ContextInfo = { mentionedJid: [15, 'text', 'many'] } as const satisfies Shape

/** A text with its link preview. */
const Text = {
  text: [1, 'text'],
  matchedText: [2, 'text'],
  description: [5, 'text'],
  title: [6, 'text'],
  jpegThumbnail: [16, 'bytes'],
  contextInfo: [17, ContextInfo],
} as const satisfies Shape

const File = {
  mimetype: [2, 'text'],
  contextInfo: [17, ContextInfo],
} as const satisfies Shape

const Image = {
  ...File,
  caption: [3, 'text'],
  fileSha256: [4, 'bytes'],
  fileLength: [5, 'number'],
  mediaKey: [8, 'bytes'],
  fileEncSha256: [9, 'bytes'],
  directPath: [11, 'text'],
} as const satisfies Shape

const Video = {
  ...File,
  fileSha256: [3, 'bytes'],
  fileLength: [4, 'number'],
  mediaKey: [6, 'bytes'],
  caption: [7, 'text'],
  gifPlayback: [8, 'flag'],
  fileEncSha256: [11, 'bytes'],
  directPath: [13, 'text'],
} as const satisfies Shape

const Audio = {
  ...File,
  fileSha256: [3, 'bytes'],
  fileLength: [4, 'number'],
  ptt: [6, 'flag'],
  mediaKey: [7, 'bytes'],
  fileEncSha256: [8, 'bytes'],
  directPath: [9, 'text'],
} as const satisfies Shape

const Document = {
  ...File,
  fileSha256: [4, 'bytes'],
  fileLength: [5, 'number'],
  mediaKey: [7, 'bytes'],
  fileName: [8, 'text'],
  fileEncSha256: [9, 'bytes'],
  directPath: [10, 'text'],
  caption: [20, 'text'],
} as const satisfies Shape

const Poll = {
  name: [2, 'text'],
  options: [3, { optionName: [1, 'text'] }, 'many'],
} as const satisfies Shape

const Album = {
  expectedImageCount: [2, 'number'],
  expectedVideoCount: [3, 'number'],
} as const satisfies Shape

const MessageContextInfo = {
  messageAssociation: [10, { parentMessageKey: [2, { id: [3, 'text'] }] }],
} as const satisfies Shape

const Plain = {
  conversation: [1, 'text'],
  imageMessage: [3, Image],
  extendedTextMessage: [6, Text],
  documentMessage: [7, Document],
  audioMessage: [8, Audio],
  videoMessage: [9, Video],
  messageContextInfo: [35, MessageContextInfo],
} as const satisfies Shape

const WithChanges = {
  ...Plain,
  /** Changes an earlier message. */
  protocolMessage: [
    12,
    { key: [1, { id: [3, 'text'] }], type: [2, 'number'], editedMessage: [14, Plain] },
  ],
  pollCreationMessage: [49, Poll],
  documentWithCaptionMessage: [53, { message: [1, Plain] }],
  pollCreationMessageV3: [64, Poll],
  /** The first message of an album. It has none of the files. */
  albumMessage: [83, Album],
  /** One file of an album. */
  associatedChildMessage: [91, { message: [1, Plain] }],
} as const satisfies Shape

export const Message = {
  ...WithChanges,
  senderKeyDistributionMessage: [
    2,
    { groupId: [1, 'text'], axolotlSenderKeyDistributionMessage: [2, 'bytes'] },
  ],
  /** Goes to the sender's other devices, with the message that was sent. */
  deviceSentMessage: [31, { message: [2, WithChanges] }],
} as const satisfies Shape
