import type { Channel } from '../port.ts'
import type { ChannelAccount } from '../port/account.ts'
import type { MediaKind } from '../port/media.ts'
import type { Outcome, SendFile, SendRequest } from '../port/sending.ts'
import type { PairingSession, PairingStep } from '../port/pairing.ts'

/**
 * The outside world of one adapter, as a test acts in it. Networks differ in how a thing comes about;
 * they may not differ in what the product learns of it. What belongs to a part that the channel offers
 * must be there; what its network does not know may be left out.
 */
export type Stage = {
  channel: Channel
  account: ChannelAccount
  /** Everything that was logged since the stage was set. */
  logged(): string
  /** A group that the account may post in. */
  group(options?: { topics?: string[] }): Promise<Place>
  remove(place: Place): Promise<void>
  deleteGroup(place: Place): Promise<void>
  forbidWriting(place: Place): Promise<void>
  rename(place: Place, title: string): Promise<void>
  /** The next send is accepted and its answer lost. */
  loseAnswer(): Promise<void>
  /** The next send to the place is accepted and not answered at all; the promise in it says when. */
  silence(place: Place): Promise<{ accepted: Promise<unknown> }>
  /** Nothing of ours reaches the network any more. */
  unreachable(): Promise<Channel>
  /** The network refuses the account from now on. */
  revoke(): Promise<void>
  /** What members see, oldest first; `topicId` is null in the group itself. */
  seen(place: Place): Promise<Seen[]>
  close(): Promise<void>

  /** The next send is answered with a flood wait of so many seconds, where a network names a time. */
  flood?(seconds: number): Promise<void>
  /** `media`: a file of this kind that the network takes. */
  file?(kind: MediaKind): SendFile
  /** How often bytes of files have come to the network, where it can be asked. */
  uploads?(): Promise<number>
  /** `photos`: somebody gives the group another picture, or takes it away; each time another one. */
  setPhoto?(place: Place, has: boolean): Promise<void>
  /** `pin`: lets the account pin messages there, or not. */
  allowPinning?(place: Place, allowed: boolean): Promise<void>
  /** `pin`: what is pinned there, oldest first. */
  pinned?(place: Place): Promise<string[]>
  /** `delete`: so much time passes at the network. */
  pass?(ms: number): Promise<void>
  /** Members may not send files of this kind any more, where the network knows such a thing. */
  forbidKind?(place: Place, kind: MediaKind): Promise<void>
  /**
   * `own chat`: the person makes it possible to be written to alone. `shown`: where `seen` looks, which may have
   * another id.
   */
  ownChat?(): Promise<{ place: Place; shown: Place }>
  /** `Start links`: a person opens the chat with the account by the link with this code. */
  startChat?(code: string): Promise<Started>
  /** `proof`: a group whose admin posts a link code, after the account was added. */
  linkGroup?(code: string): Promise<Place & { adminId: string }>
  /** `proof`: the id of a person who is a member of the group and no admin. */
  memberOf?(place: Place): Promise<string>
  /** `steps`: does as a person would what a step asks for. */
  follow?(step: PairingStep, session: PairingSession): Promise<void>
  /** `topics` */
  closeTopic?(place: Place, topicId: string): Promise<void>
  /** `topics` */
  deleteTopic?(place: Place, topicId: string): Promise<void>
  /** Turns the group into another one with another id, where the network knows such a thing. */
  migrate?(place: Place): Promise<Place>
  /** The next sends are refused for their formatting, where a network may do so. */
  refuseFormatting?(sends: number): Promise<void>
}

/** What members see of one message; an album is one. */
export type Seen = {
  text: string
  entities: unknown[]
  topicId: string | null
  media?: string[]
  poll?: { question: string; options: string[] }
  buttons?: { text: string; url: string }[][]
}

/** The chat that a person has begun by a link, as in `ownChat`; `name` is theirs, and `end` how they want no more of it. */
export type Started = {
  place: Place
  shown: Place
  name: string
  end(how: 'stopped' | 'blocked'): Promise<void>
}

export type Place = { externalId: string; title: string; topicIds: string[] }

/** One thing that every adapter must do, on a stage of its own; those without what it needs skip it. */
export type Story = (title: string, play: (stage: Stage) => Promise<void>, need?: Need) => void

/** What a story is about that not every channel has. */
export type Need = keyof typeof has

/** Whether a channel has it; and what the network of its stage knows. */
export const has = {
  token: ({ channel }: Stage) => channel.pairing.token !== undefined,
  steps: ({ channel }: Stage) => channel.pairing.steps !== undefined,
  'pairing by phone': ({ channel }: Stage) =>
    channel.pairing.steps?.ways.includes('phone') === true,
  proof: ({ channel }: Stage) => channel.proof !== undefined,
  'own chat': ({ channel }: Stage) => channel.ownChat !== undefined,
  'Start links': ({ channel }: Stage) => channel.ownChat?.kind === 'started',
  photos: ({ channel }: Stage) => channel.photo !== undefined,
  list: ({ channel }: Stage) => channel.list !== undefined,
  topics: ({ channel }: Stage) => channel.capabilities.topics,
  once: ({ channel }: Stage) => channel.capabilities.guarantee === 'once',
  media: ({ channel }: Stage) => channel.media !== undefined,
  'files ahead': ({ channel }: Stage) => channel.media?.upload !== undefined,
  albums: ({ channel }: Stage) => channel.media?.albums === true,
  polls: ({ channel }: Stage) => channel.capabilities.polls,
  buttons: ({ channel }: Stage) => channel.capabilities.buttons,
  'rights by kind': ({ forbidKind }: Stage) => forbidKind !== undefined,
  edit: ({ channel }: Stage) => channel.followUps?.edit !== undefined,
  delete: ({ channel }: Stage) => channel.followUps?.delete !== undefined,
  'a window': ({ channel, pass }: Stage) =>
    channel.followUps?.windowMs.delete !== undefined && pass !== undefined,
  pin: ({ channel }: Stage) => channel.followUps?.pin !== undefined,
  'groups that move': ({ migrate }: Stage) => migrate !== undefined,
  'flood waits': ({ flood }: Stage) => flood !== undefined,
  'refused formatting': ({ refuseFormatting }: Stage) => refuseFormatting !== undefined,
} as const satisfies Record<string, (stage: Stage) => boolean>

/** Sends to a place, a greeting unless the request says otherwise. */
export async function send(
  stage: Pick<Stage, 'channel' | 'account'>,
  place: Place,
  request: Partial<Omit<SendRequest, 'account' | 'externalId'>> = {},
): Promise<Outcome> {
  return stage.channel.send({
    account: stage.account,
    deliveryId: '0197a000-0000-7000-8000-000000000001',
    externalId: place.externalId,
    topicId: null,
    content: { kind: 'text', text: 'Hello' },
    files: [],
    plain: false,
    signal: AbortSignal.timeout(SEND_MS),
    letGo: new AbortController().signal,
    ...request,
  })
}

/** Longer than any loopback answer takes, on a busy machine too. */
const SEND_MS = 10_000
