import type { Content } from '@carillon/contract/content/content'
import { zodResolver } from '@hookform/resolvers/zod'
import { type KeyboardEvent, useCallback, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { HeldForm } from '../../app/tabForm.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ContentPart } from '../compose/content/ContentPart.tsx'
import { contentFields, contentOf } from '../compose/content/options.ts'
import { contentProblems } from '../compose/content/problem.ts'
import { contentShape, addIssues } from '../compose/content/shape.ts'
import { send } from '../compose/creation.ts'
import type { Network } from '../compose/networks.ts'
import { ElsewhereBanner, UnsavedFormBanner } from '../compose/UnsavedFormBanner.tsx'
import { OpenForm } from '../compose/OpenForm.tsx'
import { useReach } from '../compose/useReach.ts'
import { useUnsaved } from '../compose/useUnsaved.ts'
import type { RunFormProps, RunContent } from './RunDialog.tsx'

/** How much of what a run says tells one state of it from another. */
const BASE_MAX = 1_000

/** The form for another text of one run, once its present text is loaded. */
export default function RewordRun(props: RunFormProps) {
  const { series, run } = props
  const runContent = series.runContent(run.slotAt)
  const loading = (
    <Loading label="Loading its text">
      <Skeleton className="h-48" />
    </Loading>
  )
  if (series.problem && !runContent) return <Banner tone="danger">{series.problem}</Banner>
  if (!runContent) return loading
  return (
    <OpenForm place={`run:${series.id}:${run.slotAt}`} base={baseOf(runContent)} loading={loading}>
      {(held) => <Words {...props} runContent={runContent} held={held} />}
    </OpenForm>
  )
}

const baseOf = ({ content }: RunContent) => JSON.stringify(content).slice(0, BASE_MAX)

const valuesFor = (networks: readonly Network[]) =>
  z
    .object({ ...contentShape, following: z.boolean() })
    .check(
      z.superRefine((values, context) => addIssues(contentProblems(values, networks), context)),
    )
type Values = z.infer<ReturnType<typeof valuesFor>>

const fieldsOf = (content: Content): Values => ({
  text: content.text,
  ...contentFields(content),
  following: false,
})

/** What the run says with these values. */
const saidIn = ({ text, ...fields }: Values) => contentOf(text, fields)

const isSame = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

function Words({
  id,
  series,
  runContent,
  held,
  onSubmit,
}: RunFormProps & { runContent: RunContent; held: HeldForm }) {
  // The text when this was opened: a live event must not change it while somebody writes.
  const [opened] = useState(runContent)
  const { networks } = useReach(opened.groupIds)
  const form = useForm<Values>({
    resolver: zodResolver(valuesFor(networks)),
    defaultValues: fieldsOf(opened.content),
  })
  const { restorable, elsewhere, forget, unanswered } = useUnsaved(form, {
    held,
    base: useCallback(() => baseOf(opened), [opened]),
    isSaved: useCallback(
      (values: Values) => {
        const there = values.following ? opened.following : opened.content
        return there !== undefined && isSame(saidIn(values), saidIn(fieldsOf(there)))
      },
      [opened],
    ),
  })
  async function save(values: Values) {
    held.tab.setSaving(true)
    const pressed = JSON.stringify(form.getValues())
    const close = () => {
      // What was typed since is not saved.
      if (JSON.stringify(form.getValues()) !== pressed) return false
      forget()
      return true
    }
    const prepare = async () => ({ content: saidIn(values), following: values.following })
    await send(unanswered, { press: 'save', prepare }, async ({ content, following }) => {
      const { done, error } = await onSubmit({ content, following }, close)
      if (!done) throw error ?? new Error('The series could not be read.')
      unanswered.end()
    }).catch(() => {
      // It is told already.
    })
    held.tab.setSaving(false)
  }
  const changed = { note: 'What this run says has been changed since.' }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!series.busy) event.currentTarget.requestSubmit()
  }

  return (
    <FormProvider {...form}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- A short cut for its own button. */}
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onKeyDown={onKeyDown}
        onSubmit={(event) => void form.handleSubmit((values) => void save(values))(event)}
      >
        {elsewhere && <ElsewhereBanner elsewhere={elsewhere} {...changed} />}
        {restorable && <UnsavedFormBanner form={restorable} {...changed} />}
        {series.rewordNote}
        <ContentPart networks={networks} first />
        {series.rule && (
          <Checkbox
            label="All later ones as well"
            note="The series uses this text from then on."
            {...form.register('following')}
          />
        )}
      </form>
    </FormProvider>
  )
}
