import type { Cycle } from '@carillon/contract/cycles'
import { Pencil } from 'lucide-react'
import { Link } from '../../app/navigation/Link.tsx'
import { Page } from '../../app/Page.tsx'
import { paths } from '../../app/paths.ts'
import { buttonClasses } from '../../ui/Button.tsx'
import { Badge } from '../../ui/Status.tsx'
import { useWide } from '../../ui/useWide.ts'
import { WaitingBanner } from '../messages/deliveries/WaitingBanner.tsx'
import { AttentionBanner } from './actions/AttentionBanner.tsx'
import { CycleActions } from './actions/CycleActions.tsx'
import { CycleSwitch } from './actions/CycleSwitch.tsx'
import { CycleMark } from './CycleMark.tsx'
import { Groups } from './detail/Groups.tsx'
import { History } from './detail/History.tsx'
import { Overview } from './detail/Overview.tsx'
import { Steps } from './detail/Steps.tsx'
import { UpNext } from './detail/UpNext.tsx'
import { Loaded } from './Loaded.tsx'
import { isPlain, nameOf, stateWords } from './words.ts'

/** One cycle: its state, its next sends, and its history. */
export function Component() {
  return <Loaded title="Cycle">{(cycle) => <Shown key={cycle.id} cycle={cycle} />}</Loaded>
}

function Shown({ cycle }: { cycle: Cycle }) {
  const { id, status, occurrence } = cycle
  const state = stateWords(cycle)
  const isRunning = status === 'active' || status === 'paused'
  return (
    <Page
      title={nameOf(cycle)}
      mark={<CycleMark color={cycle.color} size={20} />}
      width="wide"
      actions={
        <>
          {!isPlain(state) && (
            <Badge tone={state.tone} {...('moving' in state ? { pulsing: true } : {})}>
              {state.label}
            </Badge>
          )}
          <CycleSwitch cycle={cycle} />
          {status !== 'suspended' && (
            <Link
              to={paths.editCycle(id)}
              className={buttonClasses(isRunning ? {} : { variant: 'primary' })}
            >
              <Pencil size={16} aria-hidden /> {isRunning ? 'Edit' : 'Review and start'}
            </Link>
          )}
          <CycleActions cycle={cycle} own />
        </>
      }
    >
      {occurrence?.waiting && <WaitingBanner occurrence={occurrence} />}
      <AttentionBanner cycle={cycle} />
      <Parts cycle={cycle} />
    </Page>
  )
}

/** Two columns on wide pages; otherwise one below the other, the next sends before the history. */
function Parts({ cycle }: { cycle: Cycle }) {
  const wide = useWide()
  const overview = <Overview cycle={cycle} />
  const ahead = cycle.status !== 'finished' && cycle.status !== 'suspended' && (
    <UpNext cycle={cycle} />
  )
  const steps = <Steps cycle={cycle} />
  const groups = <Groups cycle={cycle} />
  const history = <History cycle={cycle} />
  if (!wide) {
    return (
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        {overview}
        {ahead}
        {steps}
        {history}
        {groups}
      </div>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,26rem)] items-start gap-6">
      <div className="grid min-w-0 gap-5">
        {overview}
        {steps}
        {history}
      </div>
      <div className="grid min-w-0 gap-5">
        {ahead}
        {groups}
      </div>
    </div>
  )
}
