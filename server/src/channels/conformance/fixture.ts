import type { Channel } from '../port.ts'
import type { ChannelAccount } from '../port/account.ts'
import type { MediaKind } from '../port/media.ts'
import type { Outcome, SendFile, SendRequest } from '../port/sending.ts'
import type { PairingSession, PairingStep } from '../port/pairing.ts'

/**
 * The outside world of one adapter, for tests. Networks may produce an event differently; the product must get the
 * same event. Methods for a part that the channel offers are required; what its network does not have is left out.
 */
export type Fixture = {
  channel: Channel
  account: ChannelAccount
  /** Everything that was logged since the fixture was opened. */
  logged(): string
  /** A group that the account may post in. */
  group(options?: { topics?: string[] }): Promise<ChatRef>
  remove(chat: ChatRef): Promise<void>
  deleteGroup(chat: ChatRef): Promise<void>
  forbidWriting(chat: ChatRef): Promise<void>
  rename(chat: ChatRef, title: string): Promise<void>
  /** The network accepts the next send, and its answer is lost. */
  loseAnswer(): Promise<void>
  /** The network accepts the next send to the chat and never answers; `accepted` resolves when it has. */
  silence(chat: ChatRef): Promise<{ accepted: Promise<unknown> }>
  /** A channel whose requests do not reach the network. */
  unreachable(): Promise<Channel>
  /** The network refuses the account from now on. */
  revoke(): Promise<void>
  /** What members see, oldest first; `topicId` is null in the group itself. */
  seen(chat: ChatRef): Promise<Seen[]>
  close(): Promise<void>

  /** The next send is answered with a flood wait of so many seconds, if the network names a time. */
  flood?(seconds: number): Promise<void>
  /** `media`: a file of this kind that the network takes. */
  file?(kind: MediaKind): SendFile
  /** How often the network received the bytes of a file, if it can be asked. */
  uploads?(): Promise<number>
  /** `photos`: gives the group another picture, each time a new one, or removes it. */
  setPhoto?(chat: ChatRef, has: boolean): Promise<void>
  /** `pin`: whether the account may pin messages there. */
  allowPinning?(chat: ChatRef, allowed: boolean): Promise<void>
  /** `pin`: what is pinned there, oldest first. */
  pinned?(chat: ChatRef): Promise<string[]>
  /** `delete`: lets time pass at the network. */
  pass?(ms: number): Promise<void>
  /** Forbids members to send files of this kind, if the network has such a right. */
  forbidKind?(chat: ChatRef, kind: MediaKind): Promise<void>
  /**
   * `own chat`: the person opens the chat with the account. `shown` is the same chat for `seen`, which may need
   * another id.
   */
  ownChat?(): Promise<{ chat: ChatRef; shown: ChatRef }>
  /** `Start links`: a person opens the chat with the account by the link with this code. */
  startChat?(code: string): Promise<Started>
  /** `proof`: a group whose admin posts a link code, after the account was added. */
  linkGroup?(code: string): Promise<ChatRef & { adminId: string }>
  /** `proof`: the id of a person who is a member of the group and no admin. */
  memberOf?(chat: ChatRef): Promise<string>
  /** `steps`: does what a step asks for, as a person would. */
  follow?(step: PairingStep, session: PairingSession): Promise<void>
  /** `topics` */
  closeTopic?(chat: ChatRef, topicId: string): Promise<void>
  /** `topics` */
  deleteTopic?(chat: ChatRef, topicId: string): Promise<void>
  /** Migrates the group to one with another id, if the network does that. */
  migrate?(chat: ChatRef): Promise<ChatRef>
  /** The next sends are refused for their formatting, if the network may do so. */
  refuseFormatting?(sends: number): Promise<void>
}

/** What members see of one message; an album counts as one. */
export type Seen = {
  text: string
  entities: unknown[]
  topicId: string | null
  media?: string[]
  poll?: { question: string; options: string[] }
  buttons?: { text: string; url: string }[][]
}

/** The chat that a person opened by a link, as in `ownChat`. `name` is theirs; `end` ends it as they would. */
export type Started = {
  chat: ChatRef
  shown: ChatRef
  name: string
  end(how: 'stopped' | 'blocked'): Promise<void>
}

export type ChatRef = { externalId: string; title: string; topicIds: string[] }

/** One thing that every adapter must do, with a fixture of its own. Adapters without the needed part skip it. */
export type Story = (
  title: string,
  play: (fixture: Fixture) => Promise<void>,
  options?: { needs?: Need },
) => void

/** A part that a story needs and not every channel has. */
export type Need = keyof typeof supports

/** Whether the channel, or the network of its fixture, has the part. */
export const supports = {
  token: ({ channel }: Fixture) => channel.pairing.token !== undefined,
  steps: ({ channel }: Fixture) => channel.pairing.steps !== undefined,
  'pairing by phone': ({ channel }: Fixture) =>
    channel.pairing.steps?.ways.includes('phone') === true,
  proof: ({ channel }: Fixture) => channel.proof !== undefined,
  'own chat': ({ channel }: Fixture) => channel.ownChat !== undefined,
  'Start links': ({ channel }: Fixture) => channel.ownChat?.kind === 'started',
  photos: ({ channel }: Fixture) => channel.photo !== undefined,
  list: ({ channel }: Fixture) => channel.list !== undefined,
  topics: ({ channel }: Fixture) => channel.capabilities.topics,
  once: ({ channel }: Fixture) => channel.capabilities.guarantee === 'once',
  media: ({ channel }: Fixture) => channel.media !== undefined,
  'files ahead': ({ channel }: Fixture) => channel.media?.upload !== undefined,
  albums: ({ channel }: Fixture) => channel.media?.albums === true,
  polls: ({ channel }: Fixture) => channel.capabilities.polls,
  buttons: ({ channel }: Fixture) => channel.capabilities.buttons,
  'rights by kind': ({ forbidKind }: Fixture) => forbidKind !== undefined,
  edit: ({ channel }: Fixture) => channel.followUps?.edit !== undefined,
  delete: ({ channel }: Fixture) => channel.followUps?.delete !== undefined,
  'a window': ({ channel, pass }: Fixture) =>
    channel.followUps?.windowMs.delete !== undefined && pass !== undefined,
  pin: ({ channel }: Fixture) => channel.followUps?.pin !== undefined,
  'groups that move': ({ migrate }: Fixture) => migrate !== undefined,
  'flood waits': ({ flood }: Fixture) => flood !== undefined,
  'refused formatting': ({ refuseFormatting }: Fixture) => refuseFormatting !== undefined,
} as const satisfies Record<string, (fixture: Fixture) => boolean>

/** Sends a greeting to a chat, unless the request says otherwise. */
export async function send(
  fixture: Pick<Fixture, 'channel' | 'account'>,
  chat: ChatRef,
  request: Partial<Omit<SendRequest, 'account' | 'externalId'>> = {},
): Promise<Outcome> {
  return fixture.channel.send({
    account: fixture.account,
    deliveryId: '0197a000-0000-7000-8000-000000000001',
    externalId: chat.externalId,
    topicId: null,
    content: { kind: 'text', text: 'Hello' },
    files: [],
    plain: false,
    signal: AbortSignal.timeout(SEND_MS),
    letGo: new AbortController().signal,
    ...request,
  })
}

/** Longer than any answer on this machine takes, even when it is busy. */
const SEND_MS = 10_000
