import { addEntry, emptyLedger, type Ledger } from './ledger.ts'
import {
  applyPayment,
  emptyPayments,
  isPaymentEvent,
  resetPayments,
  type PaymentEvent,
  type PaymentState,
} from './payments/state.ts'
import { acceptedOn } from './accepted.ts'
import type { TelegramEvent } from './telegram/events.ts'
import {
  applyTelegram,
  emptyTelegram,
  resetTelegram,
  type TelegramState,
} from './telegram/state.ts'
import {
  applyWhatsapp,
  emptyWhatsapp,
  isWhatsappEvent,
  readLater,
  resetWhatsapp,
  type WhatsappEvent,
  type WhatsappState,
} from './whatsapp/state.ts'

/** Everything that can happen. The journal holds these lines; state is their fold and nothing else. */
export type WorldEvent = { type: 'worldReset' } | TelegramEvent | WhatsappEvent | PaymentEvent

/** Each network keeps its people, chats and ids to itself; the ledger is one, and so are the payments. */
export type State = {
  telegram: TelegramState
  whatsapp: WhatsappState
  ledger: Ledger
  payments: PaymentState
}

export const emptyState = (): State => ({
  telegram: emptyTelegram(),
  whatsapp: emptyWhatsapp(),
  ledger: emptyLedger(),
  payments: emptyPayments(),
})

/** Applies one event; the only place that changes state. */
export function apply(state: State, event: WorldEvent): void {
  if (event.type === 'worldReset') {
    resetTelegram(state.telegram)
    resetWhatsapp(state.whatsapp)
    state.ledger = emptyLedger()
    resetPayments(state.payments)
    return
  }
  if (isPaymentEvent(event)) return applyPayment(state.payments, event)
  if (isWhatsappEvent(event)) applyWhatsapp(state.whatsapp, event)
  else applyTelegram(state.telegram, event)
  if (event.type === 'whatsappRead') return readLater(state.ledger, event)
  const entry = acceptedOn(event)
  if (entry) addEntry(state.ledger, entry)
}
