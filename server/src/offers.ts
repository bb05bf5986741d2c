import type { PublicConfig } from '@carillon/contract/config'
import { ChannelKind } from '@carillon/contract/schemas/config'
import { sharedAccount } from './accounts/actions.ts'
import type { Context } from './platform/context.ts'
import type { Offers } from './tiers/routes.ts'

/** What this server has to offer right now: its channels, and where its sandbox shows itself. */
export async function offers(ctx: Context): Promise<Offers> {
  const { sandbox } = ctx.config
  return {
    channels: await Promise.all(ChannelKind.options.map((kind) => offerOf(ctx, kind))),
    sandbox: sandbox
      ? {
          services: [...sandbox.services],
          mailboxUrl: `${sandbox.url}/sandbox/mailbox`,
          phoneUrl: `${sandbox.url}/sandbox/phone`,
          paymentsUrl: `${sandbox.url}/sandbox/pay`,
        }
      : null,
  }
}

async function offerOf(ctx: Context, kind: ChannelKind): Promise<PublicConfig['channels'][number]> {
  const channel = ctx.channels.get(kind)
  if (!channel) return { channel: kind, available: false, reason: 'This server does not offer it.' }
  const shared = await sharedAccount(ctx, channel)
  return {
    channel: kind,
    available: true,
    ...(shared ? { sharedBot: { username: shared.username } } : {}),
  }
}
