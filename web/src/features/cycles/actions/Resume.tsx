import type { CycleSummary } from '@carillon/contract/cycles'
import { later, LaterDialog } from '../../../ui/later.tsx'

// The editor's form and the simulation weigh more than all else in a list: they come when they are asked for.
const Dialog = later(async () => (await import('./ResumeDialog.tsx')).default)

type ResumeProps = {
  cycle: Pick<CycleSummary, 'id'>
  open: boolean
  onClose: () => void
  onResume: () => Promise<void>
  busy: boolean
}

/** Asks before a paused cycle goes on, and shows what is sent then. */
export const Resume = ({ open, ...dialog }: ResumeProps) =>
  open && (
    <LaterDialog onFailed={dialog.onClose}>
      <Dialog {...dialog} />
    </LaterDialog>
  )
