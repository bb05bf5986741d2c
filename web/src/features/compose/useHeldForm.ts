import { useCallback, useEffect, useRef } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { holdForm, isFormHeld } from '../../app/tabForm.ts'

type HeldOptions = {
  place: string
  /** The id of the new form that is open at first; undefined for a form that changes something. */
  formId: string | undefined
  /** Called if another tab has the form open. */
  onTaken: () => void
  /** The id of a form that is offered, and what is called if another tab has that one open. */
  offeredId: string | undefined
  onOfferTaken: () => void
}

/** Holds a new form while it is open, so that no other tab fills it in. Returns what holds another one instead. */
export function useHeldForm({ place, formId, onTaken, offeredId, onOfferTaken }: HeldOptions) {
  const { uid } = useUser()
  const release = useRef(() => {})
  const newest = useRef({ onTaken, onOfferTaken })
  useEffect(() => {
    newest.current = { onTaken, onOfferTaken }
  })
  const hold = useCallback(
    (id: string) => {
      release.current()
      release.current = holdForm({ uid, place, formId: id }, () => newest.current.onTaken())
    },
    [uid, place],
  )
  useEffect(() => {
    if (formId) hold(formId)
    return () => release.current()
  }, [formId, hold])
  useEffect(() => {
    if (!offeredId) return
    void isFormHeld(place, offeredId).then((isHeld) => isHeld && newest.current.onOfferTaken())
  }, [place, offeredId])
  return hold
}
