import * as contract from '@carillon/contract/messages'
import { testConnection } from '@carillon/contract/connections'
import { testGroup } from '@carillon/contract/groups'
import * as slots from '@carillon/contract/slots'
import { route, type Api } from '../platform/http/route.ts'
import * as messages from './actions.ts'
import { deleteMessage, deleteMessages, restoreMessage, restoreMessages } from './deletion.ts'
import { countMessages, listMessages } from './list.ts'
import { listOccurrences } from './history.ts'
import { changeSlot } from './slot-edit.ts'
import { restoreSeries } from './restore-series.ts'
import { checkBefore } from './preflight.ts'
import { sendTest, sendTestToOneself } from './test-message.ts'
import { listVersions } from './versions.ts'

export function messageRoutes(api: Api): void {
  route(api, contract.listMessages, ({ query }, ctx) => listMessages(ctx, query))
  route(api, contract.countMessages, ({ query }, ctx) => countMessages(ctx, query.kind))
  route(api, contract.createMessage, ({ body }, ctx) => messages.createMessage(ctx, body))
  route(api, contract.preflightMessage, ({ body }, ctx) => checkBefore(ctx, body))
  route(api, contract.getMessage, ({ params }, ctx) => messages.readMessage(ctx, ctx, params.id))
  route(api, contract.updateMessage, ({ params, body }, ctx) =>
    messages.updateMessage(ctx, params.id, body),
  )
  route(api, contract.deleteMessage, ({ params }, ctx) => deleteMessage(ctx, params.id))
  route(api, contract.restoreMessage, ({ params }, ctx) => restoreMessage(ctx, params.id))
  route(api, contract.deleteMessages, ({ body }, ctx) => deleteMessages(ctx, body.ids))
  route(api, contract.restoreMessages, ({ body }, ctx) => restoreMessages(ctx, body.ids))
  route(api, contract.pauseMessage, ({ params, body }, ctx) =>
    messages.pauseMessage(ctx, params.id, body),
  )
  route(api, contract.resumeMessage, ({ params }, ctx) => messages.resumeMessage(ctx, params.id))
  route(api, contract.cancelMessage, ({ params }, ctx) => messages.cancelMessage(ctx, params.id))
  route(api, contract.dismissAttention, ({ params }, ctx) =>
    messages.dismissAttention(ctx, params.id),
  )
  route(api, contract.sendMessageNow, ({ params }, ctx) => messages.sendMessageNow(ctx, params.id))
  route(api, contract.duplicateMessage, ({ params }, ctx) =>
    messages.duplicateMessage(ctx, params.id),
  )
  route(api, contract.listOccurrences, ({ params, query }, ctx) =>
    listOccurrences(ctx, params.id, query),
  )
  route(api, contract.listVersions, ({ params }, ctx) => listVersions(ctx, params.id))
  route(api, slots.changeSlot, ({ params, body }, ctx) =>
    changeSlot(ctx, params.id, params.slotAt, body),
  )
  route(api, slots.restoreSeries, ({ params, body }, ctx) => restoreSeries(ctx, params.id, body))
  // Not in their own rooms: a test message is a message, and they may not import messages.
  route(api, testGroup, ({ params, body }, ctx) => sendTest(ctx, params.id, body))
  route(api, testConnection, ({ params, body }, ctx) => sendTestToOneself(ctx, params.id, body))
}
