import { type ReactNode, useEffect, useState } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { useSearchParams } from '../../app/navigation/useSearchParams.ts'
import { type Opened, type TabForm, tabForm } from '../../app/tabForm.ts'

/** A new form that this tab has for itself, with what the device had stored. */
export type HeldForm = Opened & { tab: TabForm }

type NewFormProps = {
  place: string
  /** Shown until this tab has a form for itself. */
  loading: ReactNode
  children: (held: HeldForm) => ReactNode
}

/** A new form of a place, while its page is shown and until it is saved after that. */
export function NewForm({ place, loading, children }: NewFormProps) {
  const { uid } = useUser()
  const [search] = useSearchParams()
  const [held, setHeld] = useState<HeldForm>()
  useEffect(() => {
    const tab = tabForm(uid, place)
    let isOpen = true
    void tab.open(search.toString()).then((opened) => isOpen && setHeld({ ...opened, tab }))
    return () => {
      isOpen = false
      tab.close()
    }
    // The form stays the same if its address changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [uid, place])
  return held ? children(held) : loading
}
