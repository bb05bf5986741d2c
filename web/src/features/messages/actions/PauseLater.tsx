import { type ComponentProps, lazy, useState } from 'react'
import { LaterDialog } from '../../../ui/later.tsx'
import type { PauseDialog } from './PauseDialog.tsx'

const Dialog = lazy(async () => ({ default: (await import('./PauseDialog.tsx')).PauseDialog }))

/** The dialog that pauses a series, whose code comes when it is first opened: a list is light. */
export function PauseLater(props: ComponentProps<typeof PauseDialog>) {
  // It stays while it closes.
  const [wasOpen, setWasOpen] = useState(false)
  if (!wasOpen && props.open) setWasOpen(true)
  return (
    wasOpen && (
      <LaterDialog>
        <Dialog {...props} />
      </LaterDialog>
    )
  )
}
