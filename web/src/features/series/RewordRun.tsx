import { type KeyboardEvent, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { Banner } from '../../ui/Banner.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ContentEditor } from '../compose/content/ContentEditor.tsx'
import { contentFields, contentOf } from '../compose/content/options.ts'
import { contentProblem } from '../compose/content/problem.ts'
import type { ContentFile } from '../compose/media/files.ts'
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

type Values = { text: string; files: ContentFile[]; following: boolean }

function Words({ id, series, said, onSubmit }: RunFormProps & { said: Said }) {
  // What it said when this was opened: live news must not change it under who writes.
  const [{ content, groupIds }] = useState(said)
  const { networks } = useReach(groupIds)
  const [fields] = useState(() => contentFields(content))
  const form = useForm<Values>({
    defaultValues: { text: content.text, files: fields.files, following: false },
  })
  const files = useController({ control: form.control, name: 'files' }).field
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({
    control: form.control,
    name: 'text',
    rules: {
      validate: (text, { files }) => contentProblem(text, { ...fields, files }, networks) ?? true,
    },
  })
  const save = ({ text, files, following }: Values) =>
    void onSubmit({ content: contentOf(text, { ...fields, files }), following })

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
        files={{ value: files.value, onChange: files.onChange }}
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
