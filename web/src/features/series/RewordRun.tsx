import { type KeyboardEvent, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { Banner } from '../../ui/Banner.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ContentEditor } from '../compose/content/ContentEditor.tsx'
import { contentProblem } from '../compose/content/problem.ts'
import { useReach } from '../compose/useReach.ts'
import type { RunFormProps, Said } from './RunDialog.tsx'

/** Another text for one run, once it is known what it says as yet. */
export default function RewordRun(props: RunFormProps) {
  const { series, run } = props
  const said = series.said(run.slotAt)
  if (said) return <Words {...props} said={said} />
  if (series.problem) return <Banner tone="danger">{series.problem}</Banner>
  return (
    <Loading label="Loading its text">
      <Skeleton className="h-48" />
    </Loading>
  )
}

type Values = { text: string; following: boolean }

function Words({ id, series, said, onSubmit }: RunFormProps & { said: Said }) {
  // What it said when this was opened: live news must not change it under who writes.
  const [{ content, groupIds }] = useState(said)
  const { networks } = useReach(groupIds)
  const form = useForm<Values>({ defaultValues: { text: content.text, following: false } })
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({
    control: form.control,
    name: 'text',
    rules: { validate: (text) => contentProblem(text, networks, content) ?? true },
  })
  const save = ({ text, following }: Values) =>
    void onSubmit({ content: { ...content, text }, following })

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- A short cut for its own button.
    <form
      id={id}
      noValidate
      className="grid gap-4"
      onKeyDown={onKeyDown}
      onSubmit={(event) => void form.handleSubmit(save)(event)}
    >
      <ContentEditor
        ref={ref}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        problem={fieldState.error?.message}
        networks={networks}
      />
      {series.rule && (
        <Checkbox
          label="All later ones as well"
          note="The series uses this text from then on."
          {...form.register('following')}
        />
      )}
    </form>
  )
}
