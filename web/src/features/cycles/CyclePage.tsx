import type { Cycle } from '@carillon/contract/cycles'
import { Pencil, SendHorizontal, SkipForward } from 'lucide-react'
import { Link } from '../../app/navigation/Link.tsx'
import { Page } from '../../app/Page.tsx'
import { paths } from '../../app/paths.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, buttonLook } from '../../ui/Button.tsx'
import { Badge } from '../../ui/Status.tsx'
import { WaitingBanner } from '../messages/deliveries/WaitingBanner.tsx'
import { CycleActions } from './actions/CycleActions.tsx'
import { OnSwitch } from './actions/OnSwitch.tsx'
import { useCycleActions } from './actions/useCycleActions.ts'
import { History } from './detail/History.tsx'
import { Overview } from './detail/Overview.tsx'
import { Steps } from './detail/Steps.tsx'
import { UpNext } from './detail/UpNext.tsx'
import { Loaded } from './Loaded.tsx'
import { nameOf, stateWords } from './words.ts'

/** One cycle: where it stands, what comes next, and all that it has sent. */
export function Component() {
  return <Loaded title="Cycle">{(cycle) => <Shown key={cycle.id} cycle={cycle} />}</Loaded>
}

function Shown({ cycle }: { cycle: Cycle }) {
  const { id, status, attention, occurrence } = cycle
  const state = stateWords(cycle)
  const isRunning = status === 'active' || status === 'paused'
  return (
    <Page
      title={nameOf(cycle)}
      width="list"
      actions={
        <>
          <Badge tone={state.tone} {...('moving' in state ? { pulsing: true } : {})}>
            {state.label}
          </Badge>
          <OnSwitch cycle={cycle} />
          {isRunning && <Controls cycle={cycle} />}
          {status !== 'suspended' && (
            <Link
              to={paths.editCycle(id)}
              className={buttonLook(isRunning ? {} : { variant: 'primary' })}
            >
              <Pencil size={16} aria-hidden /> {isRunning ? 'Edit' : 'Review and start'}
            </Link>
          )}
          <CycleActions cycle={cycle} own />
        </>
      }
    >
      {occurrence?.waiting && <WaitingBanner occurrence={occurrence} />}
      {attention && (
        <Banner tone="warn" className="mb-5">
          {attention.text}
        </Banner>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="grid min-w-0 gap-5">
          <Overview cycle={cycle} />
          <Steps cycle={cycle} />
          <History cycleId={id} />
        </div>
        <div className="grid min-w-0 gap-5">
          {status !== 'finished' && status !== 'suspended' && <UpNext cycle={cycle} />}
        </div>
      </div>
    </Page>
  )
}

function Controls({ cycle }: { cycle: Cycle }) {
  const { send, skip, busy } = useCycleActions(cycle)
  return (
    <>
      <Button aria-disabled={busy} onClick={() => void skip(cycle.progress.nextStepId)}>
        <SkipForward size={16} aria-hidden /> Skip next
      </Button>
      <Button loading={busy} onClick={() => void send()}>
        <SendHorizontal size={16} aria-hidden /> Send next now
      </Button>
    </>
  )
}
