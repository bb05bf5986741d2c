import type { Send } from '@carillon/contract/calendar'
import { changeCycleSlot, getCycle } from '@carillon/contract/cycles'
import type { DataOf } from '@carillon/contract/endpoint'
import { getMessage, type Message, updateMessage } from '@carillon/contract/messages'
import { changeSlot } from '@carillon/contract/slots'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/errors.ts'
import { askOrRead } from '../../app/retries.ts'
import { receiveCycle } from '../cycles/cache.ts'
import { receiveMessage } from '../messages/cache.ts'
import { localOf } from '../schedule/when.ts'

/** Changes the time of a send. Returns the changed send. */
export async function moveSend(queryClient: QueryClient, send: Send, at: Date): Promise<Send> {
  if (send.source === 'cycle') return moveOfCycle(queryClient, send, at)
  const read = () => call(getMessage, { params: { id: send.sourceId } })
  const message = await read()
  const { schedule } = message
  if (!schedule) return send
  const local = localOf(at, schedule.timeZone)
  if (message.kind === 'automated' && send.slotAt) {
    const params = { id: message.id, slotAt: send.slotAt }
    const body = { moveTo: local }
    const { continuedBy: _, ...next } = await askOrRead<DataOf<typeof changeSlot>>(
      (once) => call(changeSlot, { params, body }, once),
      { already_done: read },
    )
    receiveMessage(queryClient, next)
    return { ...send, at: at.toISOString(), changed: 'moved' }
  }
  // It was paused, made a draft or sent since it was drawn here: a new time would start it again.
  if (message.status !== 'scheduled') throw new ApiError(409, NOT_WAITING)
  const next = await askOrRead((once) => reschedule(message, local, once), { already_done: read })
  receiveMessage(queryClient, next)
  return { ...send, at: at.toISOString(), slotAt: next.nextAt }
}

const NOT_WAITING = {
  code: 'conflict' as const,
  message: 'It does not wait for this time any more. Look what has become of it.',
}

async function moveOfCycle(queryClient: QueryClient, send: Send, at: Date): Promise<Send> {
  const { sourceId: id, slotAt } = send
  const read = () => call(getCycle, { params: { id } })
  const { schedule } = await read()
  if (!schedule || !slotAt) return send
  const body = { moveTo: localOf(at, schedule.timeZone) }
  const params = { id, slotAt }
  const next = await askOrRead((once) => call(changeCycleSlot, { params, body }, once), {
    already_done: read,
  })
  receiveCycle(queryClient, next)
  return { ...send, at: at.toISOString(), changed: 'moved' }
}

/** Gives a scheduled message another time and changes nothing else. */
function reschedule(
  { id, rev, ...message }: Message,
  local: string,
  options: { once: string },
): Promise<Message> {
  const { kind, title, content, groupIds, topics, schedule } = message
  const { catchUpMinutes, onUnconfirmed, overlap, pauseAfterFailures } = message
  return call(
    updateMessage,
    {
      params: { id },
      body: {
        rev,
        kind,
        ...(title ? { title } : {}),
        content,
        groupIds,
        ...(topics ? { topics } : {}),
        ...(schedule ? { schedule: { ...schedule, rule: { kind: 'once', at: local } } } : {}),
        catchUpMinutes,
        onUnconfirmed,
        overlap,
        pauseAfterFailures,
        status: 'active',
      },
    },
    options,
  )
}
