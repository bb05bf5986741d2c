import type { ComponentProps } from 'react'
import { later, LaterDialog } from '../../../ui/later.tsx'
import type { PauseDialog } from './PauseDialog.tsx'

const Dialog = later(async () => (await import('./PauseDialog.tsx')).PauseDialog)

/** The dialog that pauses a series. Its code loads when it first opens, so that lists stay small. */
export const PauseLater = (props: ComponentProps<typeof PauseDialog>) => (
  <LaterDialog open={props.open} onFailed={() => props.onOpenChange(false)}>
    <Dialog {...props} />
  </LaterDialog>
)
