import type { Entry } from './ledger.ts'
import type { WorldEvent } from './state.ts'
import { postedOn } from './telegram/accepted.ts'
import { entryOf } from './whatsapp/state.ts'

/** What the ledger keeps of an event: a message or an album of an account of ours that was accepted. */
export const acceptedOn = (event: WorldEvent): Entry | undefined =>
  event.type === 'whatsappAccepted' ? entryOf(event) : postedOn(event)
