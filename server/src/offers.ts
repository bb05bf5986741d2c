import type { PublicConfig } from '@carillon/contract/config'
import { sharedBot } from './accounts/actions.ts'
import type { Context } from './platform/context.ts'

/** What this server has to offer right now: its channels, and where its sandbox shows itself. */
export async function offers(ctx: Context): Promise<Pick<PublicConfig, 'channels' | 'sandbox'>> {
  const bot = await sharedBot(ctx)
  const { sandbox } = ctx.config
  return {
    channels: [
      {
        channel: 'telegram-bot',
        available: true,
        ...(bot ? { sharedBot: { username: bot.identity.replace(/^@/, '') } } : {}),
      },
      { channel: 'telegram-user', available: false, reason: 'Not there yet.' },
      { channel: 'whatsapp', available: false, reason: 'Not there yet.' },
    ],
    sandbox: sandbox
      ? {
          services: [...sandbox.services],
          mailboxUrl: `${sandbox.url}/sandbox/mailbox`,
          phoneUrl: `${sandbox.url}/sandbox/phone`,
        }
      : null,
  }
}
