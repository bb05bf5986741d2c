import type { Content } from '@carillon/contract/content/content'
import type { Message } from '@carillon/contract/messages'
import type { KeyboardEvent } from 'react'
import { useController, useForm } from 'react-hook-form'
import { errorWords } from '../../../api/errors.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { ContentEditor } from '../../compose/content/ContentEditor.tsx'
import { contentProblem } from '../../compose/content/problem.ts'
import { useReach } from '../../compose/useReach.ts'
import { useMessage } from '../queries.ts'
import type { RunFormProps } from './RunDialog.tsx'

/** Another text for one run. A list knows nothing of what single runs say: the message itself is asked for. */
export default function RewordRun(props: RunFormProps) {
  const { data, isError, error } = useMessage(props.message.id)
  if (data) return <Words {...props} message={data} />
  if (isError) return <Banner tone="danger">{errorWords(error)}</Banner>
  return (
    <Loading label="Loading its text">
      <Skeleton className="h-48" />
    </Loading>
  )
}

type Values = { text: string; following: boolean }

function Words({ id, message, run, onSubmit }: RunFormProps & { message: Message }) {
  const content = contentOf(message, run.slotAt)
  const { networks } = useReach(message.groupIds)
  const form = useForm<Values>({ defaultValues: { text: content.text, following: false } })
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({
    control: form.control,
    name: 'text',
    rules: { validate: (text) => contentProblem(text, networks) ?? true },
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
      <Checkbox
        label="All later ones as well"
        note="The series uses this text from then on."
        {...form.register('following')}
      />
    </form>
  )
}

/** What a run says: its own text, or the last that holds for all following, or that of its series. */
function contentOf({ exceptions, content }: Message, slotAt: string): Content {
  const said = exceptions.filter((one) => one.content)
  const own = said.find((one) => !one.following && one.slotAt === slotAt)
  return (own ?? said.findLast((one) => one.following && one.slotAt <= slotAt))?.content ?? content
}
