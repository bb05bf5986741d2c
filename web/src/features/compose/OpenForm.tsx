import { type ReactNode, useEffect, useState } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { useSearchParams } from '../../app/navigation/useSearchParams.ts'
import { type HeldForm, tabForm } from '../../app/tabForm.ts'

type OpenFormProps = {
  /** Which form it is: `new`, or the id of what it edits. */
  place: string
  /** The state that is edited; undefined for a form that creates something. */
  base?: string
  /** Whether stored values are filled in even if they belong to another state. */
  always?: boolean
  /** Shown until this tab has a form for itself. */
  loading: ReactNode
  children: (held: HeldForm) => ReactNode
}

/** The form of a place, while its page is shown and until it is saved after that. */
export function OpenForm({ place, base, always, loading, children }: OpenFormProps) {
  const { uid } = useUser()
  const [search] = useSearchParams()
  const [held, setHeld] = useState<HeldForm>()
  useEffect(() => {
    const tab = tabForm(uid, place)
    let isOpen = true
    const isChange = base !== undefined
    void tab
      .open(base ?? search.toString(), { isChange, always })
      // What the device has stored cannot be read: the form opens without it.
      .catch(() => {
        tab.renew()
        return {}
      })
      .then((opened) => isOpen && setHeld({ ...opened, tab }))
    return () => {
      isOpen = false
      setHeld(undefined)
      tab.close()
    }
    // The form stays the same if its address or what it edits changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [uid, place])
  return held ? children(held) : loading
}
