import { useCallback, useEffect, useRef, useState } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { holdForm, isFormHeld, setSavedOnLeave } from '../../app/tabForm.ts'
import { newFormKey } from '../../app/unsaved.ts'

type HeldOptions = {
  place: string
  /** The id of the new form that is open at first; undefined for a form that changes something. */
  formId: string | undefined
  onHeld: () => void
  /** Called if another tab has the form open. */
  onTaken: () => void
}

/**
 * Holds a new form while it is open, and while it is being saved after that, so that no other tab fills it in. `hold`
 * holds another one instead; `setBusy` says whether it is being saved.
 */
export function useHeldForm({ place, formId, onHeld, onTaken }: HeldOptions) {
  const { uid } = useUser()
  const release = useRef(() => {})
  const key = useRef(place)
  const isBusy = useRef(false)
  const hasLeft = useRef(false)
  const newest = useRef({ onHeld, onTaken })
  useEffect(() => {
    newest.current = { onHeld, onTaken }
  })
  const hold = useCallback(
    (id: string) => {
      release.current()
      key.current = newFormKey(place, id)
      const form = { uid, place, formId: id }
      release.current = holdForm(form, {
        onHeld: () => newest.current.onHeld(),
        onTaken: () => newest.current.onTaken(),
      })
    },
    [uid, place],
  )
  useEffect(() => {
    hasLeft.current = false
    if (formId) hold(formId)
    return () => {
      hasLeft.current = true
      if (isBusy.current) setSavedOnLeave(key.current, true)
      else release.current()
    }
  }, [formId, hold])
  const setBusy = useCallback((busy: boolean) => {
    isBusy.current = busy
    if (busy || !hasLeft.current) return
    setSavedOnLeave(key.current, false)
    release.current()
  }, [])
  return { hold, setBusy, isBusy }
}

/** Whether a tab has a form open; undefined until the browser has said so. */
export function useIsFormHeld(place: string, formId: string | undefined) {
  const [held, setHeld] = useState<{ formId: string; isHeld: boolean }>()
  useEffect(() => {
    if (!formId) return
    let isCurrent = true
    void isFormHeld(place, formId).then((isHeld) => isCurrent && setHeld({ formId, isHeld }))
    return () => {
      isCurrent = false
    }
  }, [place, formId])
  return held?.formId === formId ? held?.isHeld : undefined
}
