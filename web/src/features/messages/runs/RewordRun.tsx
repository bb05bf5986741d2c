import type { Content } from '@carillon/contract/content/content'
import type { Message } from '@carillon/contract/messages'
import { useForm } from 'react-hook-form'
import { errorWords } from '../../../api/errors.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Textarea } from '../../../ui/Input.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { useMessage } from '../queries.ts'
import type { RunFormProps } from './RunDialog.tsx'

/** Another text for one run. A list knows nothing of what single runs say: the message itself is asked for. */
export function RewordRun(props: RunFormProps) {
  const { data, isError, error } = useMessage(props.message.id)
  if (data) return <Words {...props} message={data} />
  if (isError) return <Banner tone="danger">{errorWords(error)}</Banner>
  return (
    <Loading label="Loading its words">
      <Skeleton className="h-32" />
    </Loading>
  )
}

type Values = { text: string; following: boolean }

function Words({ id, message, run, onSubmit }: RunFormProps & { message: Message }) {
  const content = contentOf(message, run.slotAt)
  const form = useForm<Values>({ defaultValues: { text: content.text, following: false } })
  const { register, handleSubmit, formState } = form
  const save = ({ text, following }: Values) =>
    void onSubmit({ content: { ...content, text }, following })

  return (
    <form
      id={id}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => void handleSubmit(save)(event)}
    >
      <Field label="Message" error={formState.errors.text?.message}>
        {(control) => (
          <Textarea
            {...control}
            {...register('text', {
              validate: (text) => text.trim() !== '' || 'Write a message.',
            })}
            rows={6}
          />
        )}
      </Field>
      <Checkbox
        label="All later ones as well"
        note="The series says this from then on."
        {...register('following')}
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
