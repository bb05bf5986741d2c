import { forgetUnclaimedAccounts } from './accounts/unclaimed.ts'
import { telegramBot } from './channels/telegram-bot/channel.ts'
import { whatsapp } from './channels/whatsapp/channel.ts'
import { forgetSent } from './channels/whatsapp/sent.ts'
import {
  accountBack,
  accountChanged,
  accountLost,
  connectionData,
  connectionEvent,
  forgetOrphans,
  announceReturnSlice,
  unlinkIdle,
} from './connections/actions.ts'
import { forgetRemovedConnections } from './connections/removed.ts'
import { settleConnected } from './connections/shown.ts'
import { connectionOf, entitledGroups, removeGroupsOf } from './groups/actions.ts'
import { groupData } from './groups/user-data.ts'
import { groupSetData, mergeMembers } from './group-sets/actions.ts'
import { connectionAccess } from './groups/access.ts'
import { handleChatEvent } from './groups/events.ts'
import { recheckChat } from './groups/jobs.ts'
import { erasePhotosOfRemoved, fetchDuePhotos, fetchPhoto } from './groups/photos.ts'
import { forgetRemovedGroups } from './groups/removed.ts'
import { forgetSessions } from './identity/actions.ts'
import { admissions } from './identity/rules.ts'
import type { LiveEvent } from './live/port.ts'
import { contentData, forgetContents, isFileNeeded } from './content/actions.ts'
import { forgetHistory, type StillNeeded } from './deliveries/history.ts'
import { restoreLanes } from './sending/recovery.ts'
import {
  forgetGroupSends,
  groupRulesChanged,
  userTimeZoneChanged,
} from './sending/group-rules/actions.ts'
import { mergeDeliveries } from './deliveries/duplicate-groups.ts'
import { noteMemberReceipts } from './deliveries/member-receipts.ts'
import { deliveryData } from './deliveries/user-data.ts'
import { occurrenceData } from './occurrences/user-data.ts'
import { findSummary as findCycle } from './cycles/actions.ts'
import { mergeGroupsOfCycles } from './cycles/merge-groups.ts'
import { findShown as findShownOfCycles } from './cycles/store.ts'
import * as cycleJobs from './cycles/jobs.ts'
import { entitledCycles } from './cycles/limits.ts'
import { cycleSource } from './cycles/source.ts'
import { cycleData } from './cycles/user-data.ts'
import { findSummary } from './messages/actions.ts'
import { afterGroupsRemoved, haltSeries, resumeAfterPause } from './messages/jobs.ts'
import { messageData } from './messages/user-data.ts'
import { mergeTargets } from './messages/merge-groups.ts'
import { neededOccurrences } from './messages/history.ts'
import { messageSource } from './messages/source.ts'
import { forgetTests } from './messages/test-message.ts'
import { createdEvent, forgetOld, notificationData, updatedEvent } from './notifications/actions.ts'
import { mediaData, photos } from './media/actions.ts'
import { clear, sweep } from './media/clearing.ts'
import { ZONE_DATA } from './platform/clock.ts'
import type { Context } from './platform/context.ts'
import { forgetAnswers } from './platform/http/idempotency.ts'
import type { JobHandlers, JobName } from './platform/jobs/boss.ts'
import type { MaintenanceTasks } from './platform/jobs/maintenance.ts'
import { deliverMail } from './platform/mail/jobs.ts'
import type { News } from './platform/news/news.ts'
import * as paymentJobs from './payments/jobs.ts'
import { goOnFitting } from './tiers/jobs.ts'
import { paymentData } from './payments/customer-deletion.ts'
import { openProvider } from './payments/provider.ts'
import { subscriptionOf } from './payments/agreements.ts'
import { onOccurrencesChanged } from './planning/actions.ts'
import { askAll } from './sending/sent/changes.ts'
import { replaceCopies } from './series/replacing.ts'
import { eraseDeleted, lockSource } from './series/actions.ts'
import { forgetOldForms, unsavedData } from './unsaved/actions.ts'
import { findUser } from './users/actions.ts'
import { eraseLeft, eraseUser } from './users/jobs.ts'

/** What the platform gives before the rooms are put together. */
export type Platform = Pick<
  Context,
  'config' | 'clock' | 'ids' | 'random' | 'log' | 'secrets' | 'storage' | 'db' | 'transaction'
>

/** Who does which background work. */
export const jobHandlers: JobHandlers = {
  'mail.send': deliverMail,
  'connections.back': announceReturnSlice,
  'groups.recheck': recheckChat,
  'groups.photo': fetchPhoto,
  'groups.photosGone': erasePhotosOfRemoved,
  'messages.resume': resumeAfterPause,
  'messages.halt': haltSeries,
  'messages.groupsRemoved': afterGroupsRemoved,
  'sending.replace': replaceCopies,
  'sending.changeSent': askAll,
  'cycles.resume': cycleJobs.resumeAfterPause,
  'cycles.halt': cycleJobs.haltCycle,
  'cycles.fill': cycleJobs.fillCycles,
  'cycles.revive': cycleJobs.reviveCycle,
  'tiers.fit': goOnFitting,
  'users.erase': eraseUser,
  'payments.event': paymentJobs.handleEvent,
  'payments.email': paymentJobs.tellEmail,
  'media.clear': clear,
}

/** What is deleted every few hours once it is old enough. */
export const maintenanceTasks: MaintenanceTasks = {
  notifications: forgetOld,
  answers: forgetAnswers,
  groupSends: forgetGroupSends,
  lanes: restoreLanes,
  sessions: forgetSessions,
  departures: eraseLeft,
  tests: forgetTests,
  deletedMessages: eraseDeleted('message'),
  deletedCycles: eraseDeleted('cycle'),
  history: (ctx, stop) => forgetHistory(ctx, stop, neededHistory),
  contents: forgetContents,
  payments: paymentJobs.forgetPayments,
  media: sweep,
  unsaved: forgetOldForms,
  whatsapp: forgetSent,
  idleAccounts: unlinkIdle,
  orphans: forgetOrphans,
  // After the history: a group stays while something names it, a connection while it has groups, an account while it
  // has connections.
  removedGroups: forgetRemovedGroups,
  removedConnections: forgetRemovedConnections,
  unclaimedAccounts: forgetUnclaimedAccounts,
  // The last one: it asks networks, which takes its time.
  groupPhotos: fetchDuePhotos,
}

export const jobNames = Object.keys(jobHandlers) as JobName[]

/** Occurrences of messages and cycles that are still shown, or say where they may yet go. */
const neededHistory: StillNeeded = {
  async shown(reading, ids) {
    const [ofMessages, ofCycles] = [
      await neededOccurrences.shown(reading, ids),
      await findShownOfCycles(reading, ids),
    ]
    return new Set([...ofMessages, ...ofCycles])
  },
  unfinished: neededOccurrences.unfinished,
}

/** Puts the rooms together: what would make them import each other in a circle is tied together here. */
export function wire(platform: Platform): Context {
  return {
    ...platform,
    admissions: admissions(platform.clock),
    userData: [
      deliveryData,
      occurrenceData,
      messageData,
      cycleData,
      contentData,
      groupSetData,
      unsavedData,
      mediaData,
      groupData,
      connectionData,
      notificationData,
      // The last one: it waits for the provider, and all else is erased meanwhile.
      paymentData,
    ],
    entitled: { groups: entitledGroups, cycles: entitledCycles },
    channels: openChannels(platform),
    payments: openProvider(platform),
    sources: { message: messageSource, cycle: cycleSource },
    zoneData: ZONE_DATA,
    occurrencesChanged: onOccurrencesChanged,
    lockSource,
    accountWatcher: {
      changed: accountChanged,
      connected: settleConnected,
      lost: accountLost,
      back: accountBack,
      chatEvent: handleChatEvent,
      receipts: noteMemberReceipts,
    },
    connectionRemoved: removeGroupsOf,
    connectionAccess,
    openPairings: new Map(),
    endingPairings: new Set(),
    outageEffects: new Map(),
    groupRulesChanged,
    userTimeZoneChanged,
    subscriptionOf,
    photos,
    fileNeeded: isFileNeeded,
    groupsMerged: async (...told) => {
      await mergeDeliveries(...told)
      await mergeTargets(...told)
      await mergeGroupsOfCycles(...told)
      await mergeMembers(...told)
    },
    readers,
  }
}

/** What browsers are told of each fact. A removal is read like a change: the rows say which it is by now. */
const readers: Context['readers'] = {
  'message.updated': readMessage,
  'message.deleted': readMessage,
  'cycle.updated': readCycle,
  'cycle.deleted': readCycle,
  'connection.updated': readConnection,
  'connection.deleted': readConnection,
  // A group shows itself below its connection, which has its newest state.
  'group.updated': async (ctx, news) => {
    const id = await connectionOf(ctx, news.userId, news.id)
    return id ? { ...news, kind: 'connection.updated', id } : undefined
  },
  'user.updated': async (ctx, { userId }) => {
    const user = await findUser(ctx, userId)
    return user && { kind: 'USER_UPDATED', payload: { user } }
  },
  'notification.created': async (ctx, { userId, id }) => {
    const payload = await createdEvent(ctx, userId, id)
    return payload && { kind: 'NOTIFICATION_CREATED', payload }
  },
  'notification.updated': async (ctx, { userId, id }) => ({
    kind: 'NOTIFICATION_UPDATED',
    payload: await updatedEvent(ctx, userId, id),
  }),
}

async function readMessage(ctx: Context, { userId, id }: News): Promise<LiveEvent> {
  const message = await findSummary(ctx, userId, id)
  return {
    kind: 'MESSAGE_UPDATED',
    payload: message ? { message } : { messageId: id, deleted: true },
  }
}

async function readCycle(ctx: Context, { userId, id }: News): Promise<LiveEvent> {
  const cycle = await findCycle(ctx, userId, id)
  return {
    kind: 'CYCLE_UPDATE',
    payload: cycle ? { cycle } : { cycleId: id, deleted: true },
  }
}

function readConnection(ctx: Context, { userId, id }: News) {
  return connectionEvent(ctx, userId, id)
}

function openChannels({ config, clock, ids, random, log, db }: Platform): Context['channels'] {
  const sandbox = config.sandbox?.services.includes('telegram') ? config.sandbox : undefined
  const telegram = telegramBot({
    apiRoot: config.telegram.apiRoot,
    ...(sandbox ? { sandbox: { url: sandbox.url, back: `${config.publicUrl}/dashboard` } } : {}),
    clock,
    random,
    log,
  })
  const linked = config.whatsapp
    ? [whatsapp({ ...config.whatsapp, reading: { db }, clock, ids, random, log })]
    : []
  return new Map([telegram, ...linked].map((channel) => [channel.kind, channel]))
}
