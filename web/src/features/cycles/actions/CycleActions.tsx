import type { CycleSummary } from '@carillon/contract/cycles'
import {
  ArrowLeftRight,
  Copy,
  Ellipsis,
  Flag,
  Pause,
  Pencil,
  Play,
  RotateCcw,
  SendHorizontal,
  SkipForward,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { PauseDialog } from '../../messages/actions/PauseDialog.tsx'
import { nameOf, noSkipReason } from '../words.ts'
import { FinishDialog } from './FinishDialog.tsx'
import { SendNextDialog } from './SendNextDialog.tsx'
import { Resume } from './Resume.tsx'
import { UseCycleInstead } from './UseCycleInstead.tsx'
import { useCycleActions } from './useCycleActions.tsx'

type CycleActionsProps = {
  cycle: CycleSummary
  /** On its own page some are buttons, and the button need not name the cycle. */
  own?: boolean
}

/** The menu of a cycle, with the actions that its status allows. */
export function CycleActions({ cycle, own }: CycleActionsProps) {
  const navigate = useNavigate()
  const actions = useCycleActions(cycle)
  const [pausing, setPausing] = useState(false)
  const [finishing, setFinishing] = useState(false)
  const [sending, setSending] = useState(false)
  const [resuming, setResuming] = useState(false)
  const [swapping, setSwapping] = useState(false)
  const { id, status } = cycle
  const isRunning = status === 'active' || status === 'paused'
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="plain"
            size="sm"
            icon
            aria-label={own ? 'Actions' : `Actions for ${nameOf(cycle)}`}
            loading={actions.busy}
          >
            <Ellipsis size={18} aria-hidden />
          </Button>
        }
        items={[
          !own &&
            status !== 'suspended' && {
              label: 'Edit',
              icon: Pencil,
              link: leadingTo(paths.editCycle(id)),
            },
          !isRunning &&
            status !== 'suspended' && {
              label: status === 'finished' ? 'Start again…' : 'Start…',
              icon: Play,
              link: leadingTo(paths.editCycle(id)),
            },
          status === 'suspended' && {
            label: 'Use this one instead…',
            icon: ArrowLeftRight,
            onSelect: () => setSwapping(true),
          },
          status === 'active' && {
            label: 'Pause…',
            icon: Pause,
            onSelect: () => setPausing(true),
          },
          status === 'paused' && {
            label: 'Resume…',
            icon: Play,
            onSelect: () => setResuming(true),
          },
          isRunning &&
            !noSkipReason(cycle) && {
              label: 'Skip next step',
              icon: SkipForward,
              onSelect: () => void actions.skip(),
            },
          isRunning && {
            label: 'Send next step now…',
            icon: SendHorizontal,
            onSelect: () => setSending(true),
          },
          isRunning && {
            label: 'Restart the round',
            icon: RotateCcw,
            onSelect: () => void actions.restart(),
          },
          { label: 'Duplicate', icon: Copy, onSelect: () => void actions.duplicate() },
          '-',
          isRunning && { label: 'Finish…', icon: Flag, onSelect: () => setFinishing(true) },
          {
            label: 'Delete',
            icon: Trash2,
            danger: true,
            onSelect: () => void actions.remove(() => own && navigate(paths.cycles)),
          },
        ]}
      />
      <PauseDialog
        noun="cycle"
        occurrence={cycle.occurrence}
        open={pausing}
        onOpenChange={setPausing}
        onPause={actions.pause}
        busy={actions.busy}
      />
      <Resume
        cycle={cycle}
        open={resuming}
        onClose={() => setResuming(false)}
        onResume={actions.resume}
        busy={actions.busy}
      />
      <SendNextDialog
        cycle={cycle}
        open={sending}
        onOpenChange={setSending}
        onSend={actions.send}
        busy={actions.busy}
      />
      {swapping && (
        <UseCycleInstead
          cycle={cycle}
          onClose={() => setSwapping(false)}
          onUse={actions.swapIn}
          busy={actions.busy}
        />
      )}
      <FinishDialog
        open={finishing}
        onOpenChange={setFinishing}
        onFinish={actions.finish}
        busy={actions.busy}
      />
    </>
  )
}

const leadingTo = (path: string) => (words: ReactNode) => <Link to={path}>{words}</Link>
