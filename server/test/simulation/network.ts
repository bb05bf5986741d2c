import type { ChannelKind } from '@carillon/contract/config'
import type { Channel } from '../../src/channels/port.ts'
import type { Outcome, Pace, SendRequest } from '../../src/channels/port/sending.ts'
import type { Machine } from './machine.ts'
import type { World } from './world.ts'

/** A chat as the network knows it, and what is wrong with it. */
export type Chat = {
  externalId: string
  kind: 'group' | 'channel'
  /** Where it went on. */
  movedTo: string | null
  lost: 'kicked' | 'left' | 'deleted' | 'not_found' | null
  /** Nothing is taken here until then: slow mode, a flood wait. */
  slowUntil: number
  noRights: boolean
  /** It refuses the formatting of this content, or all of it; no other chat does. */
  refuses: 'formatting' | 'all' | null
}

/** An account as the network knows it. */
export type Bot = {
  id: string
  revoked: 'unauthorized' | 'banned' | 'logged_out' | null
  /** It cannot be reached until then. */
  awayUntil: number
  /** It may send nothing until then. */
  floodUntil: number
  /** Until then answers are lost, before or after the message was taken. */
  lossyUntil: number
  /** Until then some requests hang for ever. */
  hangUntil: number
}

/** What was taken, by the network's own account: the judge of everything. */
export type Accepted = {
  at: number
  deliveryId: string
  accountId: string
  externalId: string
  topicId: string | null
  text: string
  receipt: string
}

export type Network = {
  readonly chats: Map<string, Chat>
  readonly bots: Map<string, Bot>
  readonly ledger: readonly Accepted[]
  /** The way of a process to the network. */
  channels(machine: Machine): ReadonlyMap<ChannelKind, Channel>
}

/** Told of each request that leaves and each message that is taken. */
export type Witness = {
  leaves(machine: Machine, request: SendRequest): void
  accepts(machine: Machine, accepted: Accepted): void
  /** The answer to this delivery was lost, or never came. */
  loses(deliveryId: string): void
  /** A process was told to send nothing more by an account, or in a chat of it, before then. */
  waits(machine: Machine, accountId: string, whom: string, until: number): void
}

export const KINDS: Readonly<Partial<Record<ChannelKind, 'once' | 'at-most-once, asks'>>> = {
  'telegram-bot': 'at-most-once, asks',
  'telegram-user': 'once',
}

export function openNetwork(
  world: World,
  paces: ReadonlyMap<ChannelKind, Pace>,
  witness: Witness,
): Network {
  const { dice } = world
  const chats = new Map<string, Chat>()
  const bots = new Map<string, Bot>()
  const ledger: Accepted[] = []
  const receipts = new Map<string, string>()

  function send(machine: Machine, kind: ChannelKind, request: SendRequest): Promise<Outcome> {
    const { deliveryId, signal } = request
    return new Promise((resolve) => {
      let over = false
      const answer = (outcome: Outcome, inMs = dice.between(1, 40)) => {
        if (outcome.kind === 'unconfirmed') witness.loses(deliveryId)
        world.after(inMs, () => settle(outcome), machine)
      }
      const settle = (outcome: Outcome) => {
        if (over) return
        over = true
        if (outcome.kind === 'retry' && outcome.waitMs !== undefined) {
          const { account, externalId } = request
          const whom = outcome.scope === 'account' ? account.id : externalId
          witness.waits(machine, account.id, whom, world.now() + outcome.waitMs)
        }
        resolve(outcome)
      }
      signal.addEventListener('abort', () => {
        witness.loses(deliveryId)
        // Some adapters do not hear that their time is up.
        if (dice.chance(0.8)) settle({ kind: 'unconfirmed', reason: 'No answer came in time.' })
      })
      witness.leaves(machine, request)
      // The bytes leave with the machine, and travel without it.
      world.after(dice.fraction(), () => world.after(dice.between(1, 60), arrive), machine)

      function arrive() {
        const bot = bots.get(request.account.id)!
        const now = world.now()
        if (now < bot.awayUntil) return answer(unreachable, dice.between(1, 300))
        if (now < bot.hangUntil && dice.chance(0.5)) {
          if (dice.chance(0.5)) take()
          return witness.loses(deliveryId)
        }
        const lossy = now < bot.lossyUntil && dice.chance(0.4)
        if (lossy && dice.chance(0.5)) return answer(noAnswer, dice.between(1, 3_000))
        const outcome = judge(request, bot)
        if (outcome) return answer(lossy ? noAnswer : outcome)
        const receipt = take()
        return answer(lossy ? noAnswer : { kind: 'sent', receipt: { externalIds: [receipt] } })
      }

      function take(): string {
        const known = receipts.get(deliveryId)
        if (known && KINDS[kind] === 'once') return known
        const { account, externalId, topicId, content } = request
        const receipt = String(ledger.length + 1)
        receipts.set(deliveryId, receipt)
        const accepted = { at: world.now(), deliveryId, accountId: account.id, externalId, topicId }
        ledger.push({ ...accepted, text: content.text, receipt })
        witness.accepts(machine, ledger.at(-1)!)
        return receipt
      }
    })
  }

  /** What the network has against a message; nothing when it takes it. */
  function judge({ externalId, plain }: SendRequest, bot: Bot): Outcome | undefined {
    const now = world.now()
    const chat = chats.get(externalId)
    if (bot.revoked) return { kind: 'accountLost', code: bot.revoked, reason: 'It was revoked.' }
    if (now < bot.floodUntil) return slowDown('account', bot.floodUntil - now)
    if (!chat) return { kind: 'groupLost', code: 'not_found', reason: 'There is no such chat.' }
    if (chat.movedTo) return { kind: 'retarget', externalId: chat.movedTo }
    if (chat.lost) return { kind: 'groupLost', code: chat.lost, reason: 'We are not there.' }
    if (chat.noRights) return { kind: 'refused', code: 'no_rights', reason: 'We may not write.' }
    if (chat.refuses && !plain) return { kind: 'formattingRefused', reason: 'Not like this.' }
    if (chat.refuses === 'all') return { kind: 'refused', code: 'bad_formatting', reason: 'No.' }
    if (now < chat.slowUntil) return slowDown('chat', chat.slowUntil - now)
    return undefined
  }

  const channel = (machine: Machine, kind: ChannelKind, pace: Pace): Channel =>
    ({
      kind,
      capabilities: {
        guarantee: KINDS[kind]!,
        textMax: 4_096,
        captionMax: 1_024,
        polls: false,
        buttons: false,
        topics: true,
        // So that lanes are held here, too: one that is not goes on as if nothing had happened.
        needsSessionToSend: true,
        pace,
      },
      pairing: {},
      send: (request: SendRequest) => send(machine, kind, request),
    }) as Partial<Channel> as Channel

  return {
    chats,
    bots,
    ledger,
    channels: (machine) =>
      new Map([...paces].map(([kind, pace]) => [kind, channel(machine, kind, pace)])),
  }
}

const noAnswer: Outcome = { kind: 'unconfirmed', reason: 'No answer came.' }
const unreachable: Outcome = {
  kind: 'retry',
  scope: 'account',
  code: 'unreachable',
  reason: 'The network cannot be reached.',
}
const slowDown = (scope: 'chat' | 'account', waitMs: number): Outcome => ({
  kind: 'retry',
  scope,
  waitMs,
  code: 'slow_down',
  reason: 'The network asked us to slow down.',
})
