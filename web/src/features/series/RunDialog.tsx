import type { Content } from '@carillon/contract/content/content'
import type { Rule } from '@carillon/contract/schedule/rule'
import type { CycleSlotChange } from '@carillon/contract/cycles'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { useUnmountSignal } from '../../app/useUnmountSignal.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { lazyComponent, LazyPart, NotLoaded } from '../../ui/lazy.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { wallTime } from '../../ui/time/words.ts'
import { toZone } from '../schedule/when.ts'

// Loaded lazily: the forms are larger than the rest of a list page.
const MoveRun = lazyComponent(async () => (await import('./MoveRun.tsx')).default)
const RewordRun = lazyComponent(async () => (await import('./RewordRun.tsx')).default)

/** What a dialog changes about a run. */
export type RunChange = 'move' | 'reword' | 'end'

/** The change of a run; with `following`, of all later ones as well. */
export type SlotChange = CycleSlotChange & { following?: boolean | undefined }

/** The message or cycle whose single runs are changed. */
export type Series = {
  id: string
  timeZone: string
  /** With a rule, all later runs can be changed too; in a cycle only single runs are changed. */
  rule?: Rule | undefined
  change: (slotAt: string, what: SlotChange, title: string) => Promise<Changed>
  busy: boolean
  /** The present content and groups of the run, for the form that changes its text; undefined while they load. */
  runContent: (slotAt: string) => RunContent | undefined
  /** Why the content and groups could not be loaded. */
  problem?: string | undefined
  /** What it means for the runs after it that this one has its own text. */
  rewordNote?: ReactNode
}

/** The result of a change: whether it is done; else what is wrong with its time, and the error of the call. */
export type Changed = { done: boolean; problem?: string | undefined; error?: unknown }

/** `following`: the text that was set for this run and all later ones. */
export type RunContent = {
  content: Content
  following?: Content | undefined
  groupIds: readonly string[]
}

/** Which run: its slot; `local` is the same time in the time zone of its series. */
export type RunRef = { slotAt: string; local: string }

type RunDialogProps = {
  series: Series
  run: RunRef
  /** What the dialog changes; undefined while it is closed. */
  change: RunChange | undefined
  onClose: () => void
}

/** Another time or text for one run, or for it and all later ones; or the end of the series. */
export function RunDialog({ series, run, change, onClose }: RunDialogProps) {
  // While the dialog closes it still shows the last change.
  const [last, setLast] = useState(change)
  if (change && change !== last) setLast(change)
  const form = useId()
  const { timeZone } = useUser()
  const shown = change ?? last ?? 'move'
  const { title, button, danger } = words[shown]
  const unmountSignal = useUnmountSignal()

  const running = useRef<Promise<Changed>>(undefined)

  /** The second press of a double click has the result of the first one. */
  const submit = (what: SlotChange, onDone?: () => boolean): Promise<Changed> =>
    (running.current ??= save(what, onDone).finally(() => (running.current = undefined)))

  async function save(what: SlotChange, onDone?: () => boolean): Promise<Changed> {
    const title = doneWords[shown][what.following ? 'following' : 'one']
    const changed = await series.change(run.slotAt, what, title)
    // It may be closed already, and another one opened.
    if (changed.done && (onDone?.() ?? true) && !unmountSignal().aborted) onClose()
    return changed
  }
  const part = { id: form, series, run, onSubmit: submit }

  return (
    <Dialog
      open={change !== undefined}
      onOpenChange={(open) => !open && onClose()}
      wide={shown === 'reword'}
      title={title}
      description={`The run of ${wallTime(toZone(run.local, { from: series.timeZone, to: timeZone }))}.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant={danger ? 'danger' : 'primary'}
            loading={series.busy}
          >
            {button}
          </Button>
        </>
      }
    >
      <LazyPart
        fallback={
          <Loading label="Loading the form">
            <Skeleton className="h-20" />
          </Loading>
        }
        failed={<NotLoaded onFailed={onClose} />}
      >
        {shown === 'move' && <MoveRun {...part} />}
        {shown === 'reword' && <RewordRun {...part} />}
        {shown === 'end' && <End {...part} />}
      </LazyPart>
    </Dialog>
  )
}

/** A part of the dialog: a form with this id. */
export type RunFormProps = {
  id: string
  series: Series
  run: RunRef
  /**
   * Changes the run. `onDone` is called before the dialog closes; it returns false if the dialog must stay open.
   */
  onSubmit: (change: SlotChange, onDone?: () => boolean) => Promise<Changed>
}

function End({ id, onSubmit }: RunFormProps) {
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit({ skip: true, following: true })
      }}
    >
      <p>This run and all later ones are not sent. Those before it still are.</p>
    </form>
  )
}

const words: Record<RunChange, { title: string; button: string; danger?: true }> = {
  move: { title: 'Move this run', button: 'Move' },
  reword: { title: 'Edit the text of this run', button: 'Save' },
  end: { title: 'End the series here?', button: 'End it', danger: true },
}

const doneWords: Record<RunChange, { one: string; following: string }> = {
  move: { one: 'The run is moved', following: 'This run and all later ones are moved' },
  reword: {
    one: 'The run has a text of its own',
    following: 'All runs have this text from then on',
  },
  end: { one: 'The series ends there', following: 'The series ends there' },
}
