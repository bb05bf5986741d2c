import { zodResolver } from '@hookform/resolvers/zod'
import { type KeyboardEvent, useCallback, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { Banner } from '../../ui/Banner.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ContentPart } from '../compose/content/ContentPart.tsx'
import { contentFields, contentOf } from '../compose/content/options.ts'
import { contentProblems } from '../compose/content/problem.ts'
import { contentShape, addIssues } from '../compose/content/shape.ts'
import type { Network } from '../compose/networks.ts'
import { ElsewhereBanner, UnsavedFormBanner } from '../compose/UnsavedFormBanner.tsx'
import { useReach } from '../compose/useReach.ts'
import { useUnsaved } from '../compose/useUnsaved.ts'
import type { RunFormProps, RunContent } from './RunDialog.tsx'

/** How much of what a run says tells one state of it from another. */
const BASE_MAX = 1_000

/** The form for another text of one run, once its present text is loaded. */
export default function RewordRun(props: RunFormProps) {
  const { series, run } = props
  const runContent = series.runContent(run.slotAt)
  if (runContent) return <Words {...props} runContent={runContent} />
  if (series.problem) return <Banner tone="danger">{series.problem}</Banner>
  return (
    <Loading label="Loading its text">
      <Skeleton className="h-48" />
    </Loading>
  )
}

const valuesFor = (networks: readonly Network[]) =>
  z
    .object({ ...contentShape, following: z.boolean() })
    .check(
      z.superRefine((values, context) => addIssues(contentProblems(values, networks), context)),
    )
type Values = z.infer<ReturnType<typeof valuesFor>>

function Words({
  id,
  series,
  run,
  runContent,
  onSubmit,
}: RunFormProps & { runContent: RunContent }) {
  // The text when this was opened: a live event must not change it while somebody writes.
  const [{ content, groupIds }] = useState(runContent)
  const { networks } = useReach(groupIds)
  const form = useForm<Values>({
    resolver: zodResolver(valuesFor(networks)),
    defaultValues: { text: content.text, ...contentFields(content), following: false },
  })
  const { restorable, elsewhere, forget } = useUnsaved(form, {
    place: `run:${series.id}:${run.slotAt}`,
    base: useCallback(() => JSON.stringify(content).slice(0, BASE_MAX), [content]),
  })
  const save = ({ following, text, ...fields }: Values) =>
    void onSubmit({ content: contentOf(text, fields), following }, forget)
  const changed = { note: 'What this run says has been changed since.' }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  return (
    <FormProvider {...form}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- A short cut for its own button. */}
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onKeyDown={onKeyDown}
        onSubmit={(event) => void form.handleSubmit(save)(event)}
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
