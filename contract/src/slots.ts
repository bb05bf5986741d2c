import { endpoint } from './endpoint.ts'

export const changeSlot = endpoint({
  method: 'PUT',
  path: '/api/messages/:id/slots/:slotAt',
  summary: 'Leave out, move or reword one slot of an automated message, or it and all following.',
  auth: 'user',
  params: 'SlotParams',
  body: 'SlotChange',
  data: 'ChangedSlot',
})

export const restoreSeries = endpoint({
  method: 'PUT',
  path: '/api/messages/:id/series',
  summary: 'Put a series back as it was before a slot and all following were changed.',
  auth: 'user',
  params: 'IdParams',
  body: 'RestoreSeries',
  data: 'Message',
})
