import { endpoint } from './endpoint.ts'

export const changeSlot = endpoint({
  method: 'PUT',
  path: '/api/messages/:id/slots/:slotAt',
  summary: 'Skip, move or reword one slot of an automated message, or it and all following ones.',
  auth: 'user',
  params: 'SlotParams',
  body: 'SlotChange',
  data: 'ChangedSlot',
})

export const restoreSeries = endpoint({
  method: 'PUT',
  path: '/api/messages/:id/series',
  summary: 'Restore a series as it was before a slot and all following ones were changed.',
  auth: 'user',
  params: 'IdParams',
  body: 'RestoreSeries',
  data: 'Message',
})
