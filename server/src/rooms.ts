import { telegramBot } from './channels/telegram-bot/channel.ts'
import { accountChanged, connectionData } from './connections/actions.ts'
import { entitledGroups, groupData, removeGroupsOf } from './groups/actions.ts'
import { heard } from './groups/events.ts'
import { admissions } from './identity/rules.ts'
import { messageSource } from './messages/source.ts'
import type { Context } from './platform/context.ts'
import type { JobHandlers, JobName } from './platform/jobs/boss.ts'
import { deliverMail } from './platform/mail/jobs.ts'
import { settle } from './planning/actions.ts'

/** What the platform gives before any room has moved in. */
export type Platform = Pick<
  Context,
  'config' | 'clock' | 'ids' | 'random' | 'log' | 'secrets' | 'storage' | 'db' | 'transaction'
>

/** Who does which background work. */
export const jobHandlers: JobHandlers = { 'mail.send': deliverMail }

export const jobNames = Object.keys(jobHandlers) as JobName[]

/** Moves the rooms in: what would make them import each other in a circle is tied together here. */
export function furnish(platform: Platform): Context {
  return {
    ...platform,
    admissions: admissions(platform.clock),
    userData: [groupData, connectionData],
    entitled: { groups: entitledGroups },
    channels: openChannels(platform),
    sources: { message: messageSource },
    occurrenceChanged: settle,
    accountWatcher: { changed: accountChanged, heard },
    connectionRemoved: removeGroupsOf,
  }
}

function openChannels({ config, clock, random, log }: Platform): Context['channels'] {
  const sandbox = config.sandbox?.doors.includes('telegram') ? config.sandbox : undefined
  const telegram = telegramBot({
    apiRoot: config.telegram.apiRoot,
    ...(sandbox ? { sandboxUrl: sandbox.url } : {}),
    clock,
    random,
    log,
  })
  return new Map([[telegram.kind, telegram]])
}
