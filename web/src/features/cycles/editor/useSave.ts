import { createCycle, type Cycle, type CycleInput, updateCycle } from '@carillon/contract/cycles'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { paths } from '../../../app/paths.ts'
import { tierWords, useRefusalToast } from '../../../app/refusalToast.ts'
import { toast } from '../../../ui/toast/store.ts'
import { exactTime } from '../../../ui/time/words.ts'
import type { Base } from '../../compose/useBase.ts'
import { useSaving } from '../../compose/useSaving.ts'
import { count } from '../../groups/words.ts'
import { receiveCycle } from '../cache.ts'
import { type CycleForm, fieldOf, formOf, inputOf } from '../form.ts'
import { simulationOf } from '../simulation/useSimulation.ts'

/** Saves what the editor holds: as a draft, or to run as its simulation shows it. */
export function useSave(
  form: UseFormReturn<CycleForm>,
  cycle: Cycle | undefined,
  base: Base<Cycle | undefined>,
  letGo: () => void,
) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const tellRefusal = useRefusalToast()
  const { timeZone } = useUser()
  const saving = useSaving<CycleForm, Cycle, 'draft' | 'go'>({
    form,
    thing: cycle,
    base,
    formOf: useCallback((newest) => formOf(newest, Date.now(), timeZone), [timeZone]),
    fieldOf,
    receive: receiveCycle,
  })

  /** Does it one at a time; what the tier withholds is told in the words of the specification. */
  const attempt = (what: 'draft' | 'go', work: (isAllSaved: () => boolean) => Promise<void>) =>
    saving.attempt(what, async (isAllSaved) => {
      try {
        await work(isAllSaved)
      } catch (error) {
        if (!tierWords(error)) throw error
        tellRefusal(error, 'It could not be saved')
      }
    })

  async function write(values: CycleForm, input: CycleInput) {
    const present = base.get()
    const { dropped = [], ...saved } = await put(input, present)
    saving.saved(saved, values)
    return { saved, dropped: dropped.length }
  }

  return {
    ...saving,

    draft: () =>
      void attempt('draft', async (isAllSaved) => {
        const values = structuredClone(form.getValues())
        const { saved } = await write(values, inputOf(values, 'draft', base.get()))
        toast({ title: 'Draft saved', ...(isAllSaved() ? {} : TYPED_SINCE) })
        if (cycle || !isAllSaved()) return
        letGo()
        navigate(paths.editCycle(saved.id), { replace: true })
      }),

    go: (values: CycleForm) =>
      attempt('go', async (isAllSaved) => {
        const before = base.get()
        // What nobody has seen simulated is not started: it runs as this shows it.
        const shown = await simulationOf(queryClient, {
          input: inputOf(values, 'active', before),
          cycleId: before?.id,
        })
        const { saved, dropped } = await write(values, inputOf(values, 'active', before, shown))
        const words = [
          saved.nextAt ? `Next on ${exactTime(saved.nextAt, values.timeZone)}.` : '',
          dropped > 0
            ? `${count(dropped, 'change')} to single times is gone: the timetable no longer has them.`
            : '',
          isAllSaved() ? '' : TYPED_SINCE.description,
        ].filter(Boolean)
        toast({
          title: before?.status === 'active' ? 'Cycle saved' : 'Cycle started',
          ...(words.length > 0 ? { description: words.join(' ') } : {}),
        })
        if (!isAllSaved()) return
        letGo()
        navigate(paths.cycle(saved.id))
      }),
  }
}

/** Makes a cycle of an input, or changes `present` to it. */
const put = (input: CycleInput, present: Cycle | undefined) =>
  present
    ? call(updateCycle, { params: { id: present.id }, body: { ...input, rev: present.rev } })
    : call(createCycle, { body: input }, { once: true }).then((made) => ({
        ...made,
        dropped: undefined,
      }))

/** Told instead of leaving the page. */
const TYPED_SINCE = { description: 'What you typed since is not saved yet.' }
