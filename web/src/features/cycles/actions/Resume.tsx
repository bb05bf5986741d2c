import type { CycleSummary } from '@carillon/contract/cycles'
import { lazyComponent, LazyDialog } from '../../../ui/lazy.tsx'

// The form and the simulation are large, so they load when the dialog opens.
const Dialog = lazyComponent(async () => (await import('./ResumeDialog.tsx')).default)

type ResumeProps = {
  cycle: Pick<CycleSummary, 'id'>
  open: boolean
  onClose: () => void
  onResume: () => Promise<void>
  busy: boolean
}

/** Asks before a paused cycle is resumed, and shows its next sends. */
export const Resume = ({ open, ...dialog }: ResumeProps) =>
  open && (
    <LazyDialog onFailed={dialog.onClose}>
      <Dialog {...dialog} />
    </LazyDialog>
  )
