import type { Content } from '@carillon/contract/content/content'
import type { Message, Run } from '@carillon/contract/messages'
import type { Rule } from '@carillon/contract/schedule/rule'
import { type FormEvent, useId, useState } from 'react'
import { errorWords } from '../../../api/errors.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input, Textarea } from '../../../ui/Input.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { zoneCity } from '../../../ui/time/words.ts'
import { localWords } from '../../schedule/words.ts'
import type { Told } from '../cache.ts'
import { useMessage } from '../queries.ts'
import { instantOf } from '../when.ts'
import type { SlotChange } from './undo.ts'
import { useSlot } from './useSlot.ts'

/** What a dialog changes about a run. */
export type RunChange = 'move' | 'words' | 'end'

type RunDialogProps = {
  message: Told
  run: Run
  /** What is to be changed; closed without. */
  change: RunChange | undefined
  onClose: () => void
}

/** Another time or other words for one run, or for it and all later ones; or the end of the series. */
export function RunDialog({ message, run, change, onClose }: RunDialogProps) {
  const [last, setLast] = useState(change)
  if (change && change !== last) setLast(change)
  const form = useId()
  const slot = useSlot(message)
  const shown = change ?? last ?? 'move'
  const { title, button, danger } = words[shown]

  async function submit(what: SlotChange) {
    const { done, problem } = await slot.change(run.slotAt, what, doneWords[shown])
    if (done) onClose()
    return problem
  }

  return (
    <Dialog
      open={change !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={`The run of ${localWords(run.local)}.`}
      actions={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button
            type="submit"
            form={form}
            variant={danger ? 'danger' : 'primary'}
            loading={slot.busy}
          >
            {button}
          </Button>
        </>
      }
    >
      {shown === 'move' && <Move id={form} message={message} run={run} onSubmit={submit} />}
      {shown === 'words' && <LoadedWords id={form} message={message} run={run} onSubmit={submit} />}
      {shown === 'end' && <End id={form} onSubmit={submit} />}
    </Dialog>
  )
}

type PartProps = {
  id: string
  message: Told
  run: Run
  /** Answers what is wrong with the time, if anything is. */
  onSubmit: (change: SlotChange) => Promise<string | undefined>
}

function Move({ id, message, run, onSubmit }: PartProps) {
  const zone = message.schedule?.timeZone ?? 'UTC'
  const [local, setLocal] = useState(run.local)
  const [following, setFollowing] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const named = instantOf(local, zone)
    if (!named) return setProblem('Choose a day and a time.')
    if (named.at.getTime() <= Date.now()) {
      return setProblem('This time has passed. Choose a later one.')
    }
    setProblem(await onSubmit({ moveTo: local, following }))
  }

  return (
    <form id={id} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="New time" error={problem} hint={`On the clock of ${zoneCity(zone)}.`}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            data-figures
            value={local}
            onChange={(event) => {
              setLocal(event.target.value.slice(0, 16))
              setProblem(undefined)
            }}
          />
        )}
      </Field>
      <Checkbox
        label="All later ones as well"
        note={laterOnes(message.schedule?.rule)}
        checked={following}
        onChange={(event) => setFollowing(event.target.checked)}
      />
    </form>
  )
}

/** What becomes of all later runs when one is moved. */
function laterOnes(rule: Rule | undefined): string {
  if (rule?.kind === 'cron') return 'They move along, and come at this time of day from then on.'
  if (rule?.kind !== 'monthly') {
    return 'They move by as many days, and come at this time of day from then on.'
  }
  const day = 'nth' in rule.on ? 'weekday' : 'day'
  return `They come on the same ${day} of their month, and at this time of day from then on.`
}

/** A list knows nothing of what single runs say: the message itself is asked for. */
function LoadedWords(props: PartProps) {
  const { data, isError, error } = useMessage(props.message.id)
  if (data) return <Words {...props} message={data} />
  if (isError) return <Banner tone="danger">{errorWords(error)}</Banner>
  return (
    <Loading label="Loading its words">
      <Skeleton className="h-32" />
    </Loading>
  )
}

function Words({ id, message, run, onSubmit }: PartProps & { message: Message }) {
  const content = contentOf(message, run.slotAt)
  const [text, setText] = useState(content.text)
  const [following, setFollowing] = useState(false)
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') return setProblem('Write a message.')
    void onSubmit({ content: { ...content, text }, following })
  }

  return (
    <form id={id} noValidate className="grid gap-4" onSubmit={submit}>
      <Field label="What it says" error={problem}>
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
      <Checkbox
        label="All later ones as well"
        note="The series says this from then on."
        checked={following}
        onChange={(event) => setFollowing(event.target.checked)}
      />
    </form>
  )
}

/** What a run says: its own words, or the last that hold for all following, or those of its series. */
function contentOf({ exceptions, content }: Message, slotAt: string): Content {
  const said = exceptions.filter((one) => one.content)
  const own = said.find((one) => !one.following && one.slotAt === slotAt)
  return (own ?? said.findLast((one) => one.following && one.slotAt <= slotAt))?.content ?? content
}

function End({ id, onSubmit }: Pick<PartProps, 'id' | 'onSubmit'>) {
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
  words: { title: 'Other words for this run', button: 'Save' },
  end: { title: 'End the series here?', button: 'End it', danger: true },
}

const doneWords: Record<RunChange, string> = {
  move: 'The run is moved',
  words: 'The run says something else',
  end: 'The series ends there',
}
