import type { Connection } from '@carillon/contract/connections'
import type { Group } from '@carillon/contract/groups'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../app/navigation/Link.tsx'
import { paths } from '../../app/paths.ts'
import { Button, buttonClasses } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cn } from '../../ui/cn.ts'
import { useNextFocus } from '../../ui/useNextFocus.ts'
import { AddByLink } from '../connections/AddByLink.tsx'
import { useConnections } from '../connections/queries.ts'
import { useGroups } from '../groups/queries.ts'
import { isClosed } from '../groups/words.ts'
import { ConnectShared } from '../telegram/ConnectShared.tsx'
import { Examples } from './Examples.tsx'
import { LoadingGuide, STEPS_PX } from './Guide.tsx'
import { FirstMessageLink } from '../connections/FirstMessageLink.tsx'

/** The way to the first message in three steps. It knows which are done; only the next one has a button. */
export function FirstSteps({ onHide }: { onHide: () => void }) {
  const connections = useConnections('Telegram').data
  const groups = useGroups().data?.items.filter((group) => !isClosed(group))
  const [connection] = connections ?? []
  const [group] = groups ?? []
  const list = useNextFocus<HTMLOListElement>(
    connections && groups && `${connection !== undefined} ${group !== undefined}`,
  )
  if (!connections || !groups) return <LoadingGuide />
  const steps = [
    {
      title: 'Connect a bot',
      note: 'It posts the messages for you.',
      isDone: connection !== undefined,
      next: <ConnectBot />,
    },
    {
      title: 'Add it to a group',
      note: 'Any group in which you are an admin.',
      isDone: group !== undefined,
      next: connection && <AddGroup connection={connection} />,
    },
    {
      title: 'Write the first message',
      note: 'Send it now, or at a time you choose.',
      isDone: false,
      next: group && <Write group={group} />,
    },
  ]
  const current = steps.findIndex(({ isDone }) => !isDone)
  return (
    <Card
      aria-label="Getting started"
      className="relative p-4 md:p-6"
      style={{ minHeight: STEPS_PX }}
    >
      <header className="grid gap-0.5 pr-10">
        <h2 className="text-xl font-semibold tracking-tight">Send your first message</h2>
        <p className="text-muted">Three steps, about two minutes.</p>
      </header>
      <ol ref={list} className="mt-5 grid">
        {steps.map(({ next, ...step }, index) => (
          <Step key={step.title} {...step} number={index + 1} isCurrent={index === current}>
            {index === current && next}
          </Step>
        ))}
      </ol>
      {/* Last, so that the keyboard comes to the steps first. */}
      <div className="absolute top-4 right-4 md:top-6 md:right-6">
        <Button variant="plain" size="sm" icon aria-label="Hide these steps" onClick={onHide}>
          <X size={16} aria-hidden />
        </Button>
      </div>
    </Card>
  )
}

type StepProps = {
  number: number
  title: string
  note: string
  isDone: boolean
  isCurrent: boolean
  children: ReactNode
}

function Step({ number, title, note, isDone, isCurrent, children }: StepProps) {
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className="group grid grid-cols-[auto_1fr] gap-x-4"
    >
      <span aria-hidden className="flex flex-col items-center">
        <span
          className={cn(
            'grid size-7 place-items-center rounded-full border text-sm font-semibold',
            isDone && 'border-transparent bg-good-soft text-good',
            isCurrent && 'border-transparent bg-accent text-accent-ink',
            !isDone && !isCurrent && 'border-line-strong text-muted',
          )}
        >
          {isDone ? <Check size={16} strokeWidth={2.5} /> : number}
        </span>
        <span className="my-1 w-px flex-1 bg-line group-last:hidden" />
      </span>
      <div className="pt-0.5 pb-6 group-last:pb-0">
        <p className={cn('font-medium', isDone && 'text-muted')}>
          {title}
          {isDone && <span className="sr-only">: done</span>}
        </p>
        {!isDone && <p className="text-sm text-muted">{note}</p>}
        {children && <div className="mt-3 grid gap-3">{children}</div>}
      </div>
    </li>
  )
}

function ConnectBot() {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <ConnectShared />
      <Link to={paths.telegram} className={buttonClasses({ variant: 'plain' })}>
        Use your own bot
      </Link>
    </div>
  )
}

function AddGroup({ connection }: { connection: Connection }) {
  const isReady = connection.status === 'pairing' || connection.status === 'connected'
  return (
    <>
      {isReady && <AddByLink connection={connection} />}
      {!(isReady && connection.shared) && (
        <div>
          <Link to={paths.telegram} className={buttonClasses()}>
            Open Telegram Manager
          </Link>
        </div>
      )}
    </>
  )
}

function Write({ group }: { group: Group }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <FirstMessageLink group={group} />
      <Link
        to={`${paths.newMessage}?kind=automated`}
        className={buttonClasses({ variant: 'plain' })}
      >
        Write one that repeats
      </Link>
      <Examples group={group} />
    </div>
  )
}
