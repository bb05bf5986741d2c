import type { Content } from '@carillon/contract/content/content'
import type { SentContents } from '@carillon/contract/deliveries'
import { useId, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Input.tsx'
import { ContentEditor } from '../../compose/content/ContentEditor.tsx'
import { lineOf } from '../../compose/content/line.ts'
import { contentFields, contentOf } from '../../compose/content/options.ts'
import { contentProblems } from '../../compose/content/problem.ts'
import { networksOf } from '../../compose/networks.ts'
import { groups } from './words.ts'

type EditSentDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  sent: SentContents
  edit: (edit: { content: Content; contentId: string }) => Promise<unknown>
  busy: boolean
}

type Standing = SentContents['contents'][number]

/** Other words for what a run has sent. Its kind and its files stay. */
export default function EditSentDialog(props: EditSentDialogProps) {
  const { open, onOpenChange, sent, edit, busy } = props
  const form = useId()
  const choices = sent.contents.filter(({ editable }) => editable > 0)
  const [chosen, setChosen] = useState<string>()
  const one = choices.find(({ contentId }) => contentId === chosen) ?? choices[0]
  if (!one) return null
  const { count, editable, reasons } = one
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      wide
      title="Edit it in all groups"
      description={`It is changed in ${groups(editable)}${editable < count ? ` of ${count}` : ''}. Telegram marks it as edited.`}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            Edit in {groups(editable)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {choices.length > 1 && (
          <Field label="Which message">
            {(control) => (
              <Select
                {...control}
                value={one.contentId}
                onChange={(event) => setChosen(event.target.value)}
              >
                {choices.map(({ contentId, content }) => (
                  <option key={contentId} value={contentId}>
                    {lineOf(content)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Words
          key={one.contentId}
          id={form}
          one={one}
          onSubmit={(content) =>
            void edit({ content, contentId: one.contentId }).then(
              () => onOpenChange(false),
              () => {},
            )
          }
        />
        {reasons.map((reason) => (
          <p key={reason} className="text-sm text-muted">
            {reason}
          </p>
        ))}
      </div>
    </Dialog>
  )
}

function Words({
  id,
  one,
  onSubmit,
}: {
  id: string
  one: Standing
  onSubmit: (content: Content) => void
}) {
  // What stood there when this was opened: live news must not change it under who writes.
  const [{ content, channels }] = useState(one)
  const networks = networksOf(channels)
  const [fields] = useState(() => contentFields(content))
  const form = useForm({ defaultValues: { text: content.text } })
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({
    control: form.control,
    name: 'text',
    rules: {
      validate: (text: string) =>
        contentProblems({ ...fields, text }, networks)[0]?.message ??
        (text.trim() === content.text.trim() ? 'Change something first.' : true),
    },
  })
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) =>
        void form.handleSubmit(({ text }) => onSubmit(contentOf(text, fields)))(event)
      }
    >
      <ContentEditor
        ref={ref}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        problem={fieldState.error?.message}
        networks={networks}
      />
    </form>
  )
}
