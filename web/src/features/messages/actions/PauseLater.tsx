import type { ComponentProps } from 'react'
import { lazyComponent, LazyDialog } from '../../../ui/lazy.tsx'
import type { PauseDialog } from './PauseDialog.tsx'

const Dialog = lazyComponent(async () => (await import('./PauseDialog.tsx')).PauseDialog)

/** The dialog that pauses a series. Its code loads when it first opens, so that lists stay small. */
export const PauseLater = (props: ComponentProps<typeof PauseDialog>) => (
  <LazyDialog open={props.open} onFailed={() => props.onOpenChange(false)}>
    <Dialog {...props} />
  </LazyDialog>
)
