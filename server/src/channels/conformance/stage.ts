import type { Channel, ChannelAccount, Outcome, SendRequest } from '../port.ts'

/**
 * The outside world of one adapter, as a test acts in it. Networks differ in how a thing comes about;
 * they may not differ in what the product learns of it.
 */
export type Stage = {
  channel: Channel
  account: ChannelAccount
  /** Everything that was logged since the stage was set. */
  logged(): string
  /** A group that the account may post in. */
  group(options?: { topics?: string[] }): Promise<Place>
  /** A group whose admin posts a link code, after the account was added. */
  linkGroup(code: string): Promise<Place & { adminId: string }>
  /** The id of a person who is a member of the group and no admin. */
  memberOf(place: Place): Promise<string>
  remove(place: Place): Promise<void>
  deleteGroup(place: Place): Promise<void>
  /** Turns the group into another kind with another id, where the network knows such a thing. */
  migrate?(place: Place): Promise<Place>
  forbidWriting(place: Place): Promise<void>
  rename(place: Place, title: string): Promise<void>
  closeTopic?(place: Place, topicId: string): Promise<void>
  deleteTopic?(place: Place, topicId: string): Promise<void>
  /** The next send is answered with a flood wait of so many seconds. */
  flood(seconds: number): Promise<void>
  /** The next sends are refused for their formatting, where a network may do so. */
  refuseFormatting?(sends: number): Promise<void>
  /** The next send is accepted and its answer lost. */
  loseAnswer(): Promise<void>
  /** The next send to the place is accepted and not answered at all; the promise in it says when. */
  silence(place: Place): Promise<{ accepted: Promise<unknown> }>
  /** Nothing of ours reaches the network any more. */
  unreachable(): Promise<Channel>
  /** The network refuses the account from now on. */
  revoke(): Promise<void>
  /** What members see, oldest first; `topicId` is null in the group itself. */
  seen(place: Place): Promise<{ text: string; entities: unknown[]; topicId: string | null }[]>
  close(): Promise<void>
}

export type Place = { externalId: string; title: string; topicIds: string[] }

/** One thing that every adapter must do, on a stage of its own. */
export type Story = (title: string, play: (stage: Stage) => Promise<void>) => void

/** Sends to a place, a greeting unless the request says otherwise. */
export async function send(
  stage: Pick<Stage, 'channel' | 'account'>,
  place: Place,
  request: Partial<Pick<SendRequest, 'content' | 'topicId' | 'plain' | 'signal'>> = {},
): Promise<Outcome> {
  return stage.channel.send({
    account: stage.account,
    deliveryId: '0197a000-0000-7000-8000-000000000001',
    externalId: place.externalId,
    topicId: null,
    content: { text: 'Hello' },
    plain: false,
    signal: AbortSignal.timeout(SEND_MS),
    ...request,
  })
}

/** Longer than any loopback answer takes, on a busy machine too. */
const SEND_MS = 10_000
