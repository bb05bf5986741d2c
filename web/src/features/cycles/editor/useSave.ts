import type { Exception } from '@carillon/contract/messages'
import {
  createCycle,
  type Cycle,
  type CycleInput,
  getCycle,
  updateCycle,
} from '@carillon/contract/cycles'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { uploadProblem } from '../../compose/media/files.ts'
import { paths } from '../../../app/paths.ts'
import { askOrRead } from '../../../app/retries.ts'
import { tierWords, useRefusalToast } from '../../../app/refusalToast.ts'
import { toast } from '../../../ui/toast/store.ts'
import { exactTime } from '../../../ui/time/words.ts'
import type { Editing } from '../../compose/useEditing.tsx'
import { openCreation } from '../../compose/creation.ts'
import { useSaving } from '../../compose/useSaving.ts'
import { cycleDifferences } from './differences.ts'
import { receiveCycle } from '../cache.ts'
import { type CycleForm, fieldOf, inputOf } from '../form.ts'
import { simulationOf } from '../simulation/useSimulation.ts'

/** Saves the editor: as a draft, or to run as its simulation shows it. A paused cycle stays paused. */
export function useSave(
  form: UseFormReturn<CycleForm>,
  cycle: Cycle | undefined,
  { tab, base, newest, formOf, letGo, unanswered }: Editing<CycleForm, Cycle>,
) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const tellRefusal = useRefusalToast()
  const [dropped, setDropped] = useState<Exception[]>([])
  const isAsked = ({ status }: Cycle, what: What) => {
    if (what === 'draft') return status === 'draft'
    const stays = what === 'go' && saving.shown?.status === 'paused'
    return stays ? status === 'paused' : status === 'draft' || status === 'active'
  }
  const saving = useSaving<CycleForm, Cycle, What>({
    form,
    thing: cycle,
    base,
    newest,
    formOf,
    differences: cycleDifferences,
    isAsked,
    fieldOf,
    tab,
    unanswered,
    receive: receiveCycle,
  })

  /** Runs one save at a time; for a limit of the tier it shows the words of the tier. */
  const attempt = (what: What, work: (isAllSaved: () => boolean) => Promise<void>) =>
    saving.attempt(what, async (isAllSaved) => {
      try {
        await work(isAllSaved)
      } catch (error) {
        if (!tierWords(error)) throw error
        tellRefusal(error, 'It could not be saved')
      }
    })

  const creation = openCreation<CycleInput, Written, What>(unanswered, {
    create: (body) => saving.ask(() => call(createCycle, { body })),
    change: (made, body) => saving.ask(() => put(body, made, false)),
    isAsked,
    whyOver: (there) => (there ? undefined : DELETED_SINCE),
  })

  type Press = { press: What; prepare: () => Promise<CycleInput>; stays?: boolean }

  /** Changes a cycle; in the form that has created it, unless that is deleted. */
  function change(present: Cycle, { press, prepare, stays = false }: Press): Promise<Written> {
    const openedAs = saving.shown?.status ?? present.status
    const write = (input: CycleInput) =>
      saving.ask(() => put(input, { ...present, status: openedAs }, stays))
    return cycle
      ? saving.change(press, prepare, write)
      : creation.goOn(present, async () => write(await prepare()))
  }

  async function write(values: CycleForm, how: Press) {
    const present = base.get()
    const written = await (present ? change(present, how) : creation.create(how.prepare, how.press))
    const { dropped: gone = [], ...saved } = written
    saving.saved(saved, values)
    setDropped(gone)
    return { saved, gone }
  }

  /**
   * Saves it to run. It is simulated first, and runs as that simulation shows. `leave` goes where the person wants to go
   * instead of the page of the cycle.
   */
  function run(what: 'go' | 'resume', values: CycleForm, leave?: () => void) {
    const status = saving.shown?.status
    const stays = what === 'go' && status === 'paused'
    return attempt(what, async (isAllSaved) => {
      const before = base.get()
      const simulated = { input: inputOf(values, 'active', before), cycle: before, stays }
      const prepare = async () => {
        const simulation = await saving.ask(() => simulationOf(queryClient, simulated))
        return inputOf(values, 'active', before, simulation)
      }
      const { saved, gone } = await write(values, { press: what, prepare, stays })
      const words = [
        stays ? 'It stays paused.' : '',
        saved.nextAt ? `Next on ${exactTime(saved.nextAt, values.timeZone)}.` : '',
        isAllSaved() ? '' : TYPED_SINCE.description,
      ].filter(Boolean)
      const isStart = status === undefined || status === 'draft'
      toast({
        title: stays || status === 'active' ? 'Cycle saved' : started[what],
        ...(words.length > 0 ? { description: words.join(' ') } : {}),
        ...(isStart ? { action: { label: 'Undo', run: () => void backToDraft(saved) } } : {}),
      })
      // Stays on this page if exceptions were dropped: it shows them, and here they can be made again.
      if (!isAllSaved() || (gone.length > 0 && !saving.hasLeft())) return
      letGo()
      if (saving.hasLeft()) return
      if (leave) leave()
      else navigate(paths.cycle(saved.id))
    })
  }

  /** Takes a start back: what was saved stays, as a draft. Refused once a run was sent. */
  async function backToDraft(saved: Cycle) {
    try {
      const input = inputOf(formOf(saved), 'draft', saved)
      const draft = await askOrRead<Cycle>((once) => put(input, saved, false, once), {
        already_done: () => call(getCycle, { params: { id: saved.id } }),
      })
      receiveCycle(queryClient, draft)
    } catch (error) {
      tellRefusal(error, 'It could not be undone')
    }
  }

  return {
    ...saving,
    /** Changes of single runs that match no slot of the new timetable. */
    dropped,

    /** `leave` goes where the person wants to go instead of the draft. */
    draft: (leave?: () => void) => {
      const values = structuredClone(form.getValues())
      for (const [index, step] of values.steps.entries()) {
        const missing = uploadProblem(step)
        // A draft would lose it.
        if (!missing) continue
        const path = ['steps', index, ...missing.path].join('.') as FieldPath<CycleForm>
        return form.setError(path, { message: missing.message })
      }
      return void attempt('draft', async (isAllSaved) => {
        const prepare = async () => inputOf(values, 'draft', base.get())
        const { saved } = await write(values, { press: 'draft', prepare })
        toast({ title: 'Draft saved', ...(isAllSaved() ? {} : TYPED_SINCE) })
        if (!isAllSaved() || (cycle && !leave && !saving.hasLeft())) return
        letGo()
        if (saving.hasLeft()) return
        if (leave) leave()
        else navigate(paths.editCycle(saved.id), { replace: true })
      })
    },

    go: (values: CycleForm, leave?: () => void) => run('go', values, leave),

    /** Saves a paused cycle, and ends its pause. */
    resume: (values: CycleForm) => run('resume', values),
  }
}

/** Changes a cycle, which a person saw in this state, to an input; it `stays` paused. */
const put = (
  input: CycleInput,
  { id, rev, status: openedAs }: Cycle,
  stays: boolean,
  options?: { once: string },
): Promise<Written> => {
  const body = { ...input, ...(stays ? { status: 'paused' as const } : {}), rev, openedAs }
  return call(updateCycle, { params: { id }, body }, options)
}

/** An answer to saving; `dropped` are the exceptions that match no slot any more. */
type Written = Cycle & { dropped?: Exception[] | undefined }

const started = { go: 'Cycle started', resume: 'Cycle resumed' }

const DELETED_SINCE =
  'This cycle was saved before, and deleted since. What is here now is a new cycle: save it only if you want it again.'

/** How to save: as a draft, with its status or started, or ending its pause. */
type What = 'draft' | 'go' | 'resume'

/** The toast if the page is not left because the user typed more meanwhile. */
const TYPED_SINCE = { description: 'What you typed since is not saved yet.' }
