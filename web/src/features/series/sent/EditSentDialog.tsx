import type { Content } from '@carillon/contract/content/content'
import type { SentContents } from '@carillon/contract/deliveries'
import { useId, useState } from 'react'
import { type Control, useController, useForm } from 'react-hook-form'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Input.tsx'
import { ContentEditor } from '../../compose/content/ContentEditor.tsx'
import { contentFields } from '../../compose/content/options.ts'
import { contentProblems } from '../../compose/content/problem.ts'
import { type Network, networksOf } from '../../compose/networks.ts'
import { countCopies, Others, runsOf } from './Others.tsx'
import { type Changed, choiceWords, copiesWords, groups, isGoing, reachedBy } from './words.ts'

type EditSentDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  sent: SentContents
  /** A sentence about the content of later runs, which an edit does not change; undefined if there are none. */
  laterRunsNote: string | undefined
  edit: (edit: {
    content: Content
    contentId: string
    others: string[]
  }) => Promise<unknown> | undefined
  busy: boolean
}

type FeatureStatus = SentContents['contents'][number]

/** Other words for what a run has sent. Its kind and its files stay. */
export default function EditSentDialog(props: EditSentDialogProps) {
  const { open, onOpenChange, laterRunsNote, edit, busy } = props
  // What it was opened with: an edit from elsewhere must not take away what is typed here.
  const [sent, setSent] = useState(props.sent)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setSent(props.sent)
  }
  const form = useId()
  const choices = sent.contents.filter(({ editable }) => editable > 0)
  const [chosen, setChosen] = useState<string>()
  const [also, setAlso] = useState(false)
  const [changed, setChanged] = useState<Changed>([])
  // What this has saved, if more was typed meanwhile. Its copies get a content of their own, whose id the next edit names.
  const [saved, setSaved] = useState<Content>()
  const opened = choices.find(({ contentId }) => contentId === chosen) ?? choices[0]
  if (!opened) return null
  const edited = saved && props.sent.contents.find(({ content }) => hasTexts(content, saved))
  // The next edit would miss the copies that are still to get this one.
  const isBeingEdited = saved !== undefined && props.sent.changes.some(isGoing)
  const one = edited ?? opened
  const { contentId, count, editable, reasons } = one
  const reached = reachedBy(one.copies, changed)
  const others = sent.others.map((other) => ({
    ...other,
    copies: reachedBy(
      other.editable.filter((copy) => copy.contentId === contentId),
      changed,
    ),
  }))
  const close = () => {
    setChanged([])
    setSaved(undefined)
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      // What is typed goes only by its buttons.
      onOpenChange={() => changed.length === 0 && !busy && close()}
      closable={changed.length === 0}
      wide
      title="Edit it in all groups"
      description={`It is changed in ${reached < count ? `${reached} of ${groups(count)}` : groups(count)}. Members see that it was edited.`}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" loading={busy || isBeingEdited}>
            {also
              ? `Edit ${copiesWords(reached + countCopies(others))}`
              : `Edit in ${groups(reached)}`}
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
                value={opened.contentId}
                onChange={(event) => {
                  setChanged([])
                  setSaved(undefined)
                  setChosen(event.target.value)
                }}
              >
                {choices.map((choice) => (
                  <option key={choice.contentId} value={choice.contentId}>
                    {choiceWords(choice)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Words
          key={opened.contentId}
          id={form}
          one={opened}
          onChanged={setChanged}
          onSubmit={(content, isAllSaved) =>
            void edit({ content, contentId, others: also ? runsOf(others) : [] })?.then(
              () => (isAllSaved() ? close() : setSaved(content)),
              () => {},
            )
          }
        />
        {saved && (
          <p role="status" className="text-sm text-muted">
            What you typed since is not saved yet.
          </p>
        )}
        <Others others={others} chosen={also} onChoose={setAlso} />
        {reasons.length > 0 && (
          <p className="text-sm text-muted">
            {editable < count && `Not in ${groups(count - editable)}. `}
            {reasons.join(' ')}
          </p>
        )}
        {laterRunsNote && (
          <p className="line-clamp-4 text-sm text-muted [overflow-wrap:anywhere]">
            {laterRunsNote}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** The texts that can be edited where they stand: the common one, and those that a network has of its own. */
const placesOf = ({ content, copies: all }: FeatureStatus) => {
  const nameOf = ({ id }: Network): keyof Texts => (content.overrides?.[id] ? id : 'common')
  return [...Map.groupBy(networksOf(all.map(({ channel }) => channel)), nameOf)].map(
    ([name, networks]) => {
      const own = (name === 'common' ? undefined : content.overrides?.[name]) ?? content
      return { name, networks, own }
    },
  )
}

const baseOf = (one: FeatureStatus) => ({ content: one.content, places: placesOf(one) })

type Texts = Partial<Record<'common' | 'telegram' | 'whatsapp', string>>

function Words({
  id,
  one,
  onChanged,
  onSubmit,
}: {
  id: string
  one: FeatureStatus
  onChanged: (changed: Changed) => void
  /** `isAllSaved`: once it is saved, whether nothing else was typed meanwhile. */
  onSubmit: (content: Content, isAllSaved: () => boolean) => void
}) {
  // What stood there when this was opened, or was saved here: live news must not change it under who writes.
  const [{ content, places }, setBase] = useState(() => baseOf(one))
  const form = useForm<Texts>({
    defaultValues: Object.fromEntries(places.map(({ name, own }) => [name, own.text])),
  })
  const changedIn = (texts: Texts) =>
    places.filter(({ name, own }) => texts[name]?.trim() !== own.text.trim())
  const submit = form.handleSubmit((texts) => {
    if (changedIn(texts).length === 0) {
      return form.setError(places[0]!.name, { message: 'Change something first.' })
    }
    const pressed = JSON.stringify(texts)
    const written = withTexts(content, texts)
    return onSubmit(written, () => {
      if (JSON.stringify(form.getValues()) === pressed) return true
      setBase(baseOf({ ...one, content: written }))
      return false
    })
  })
  return (
    <form id={id} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      {places.map((place, index) => (
        <Text
          key={place.name}
          {...place}
          control={form.control}
          onTyped={() =>
            onChanged(
              changedIn(form.getValues()).flatMap(({ networks }) => networks.map((it) => it.id)),
            )
          }
          first={index === 0}
          label={
            places.length > 1
              ? `Message on ${place.networks.map(({ name }) => name).join(' and ')}`
              : 'Message'
          }
        />
      ))}
    </form>
  )
}

function Text({
  name,
  networks,
  own,
  label,
  control,
  onTyped,
  first,
}: ReturnType<typeof placesOf>[number] & {
  label: string
  control: Control<Texts>
  onTyped: () => void
  /** What the dialog opens with. */
  first: boolean
}) {
  const [fields] = useState(() => contentFields(own))
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({
    control,
    name,
    rules: {
      validate: (text = '') => contentProblems({ ...fields, text }, networks)[0]?.message ?? true,
    },
  })
  return (
    <ContentEditor
      ref={ref}
      first={first}
      label={label}
      value={field.value ?? ''}
      onChange={(text) => {
        field.onChange(text)
        onTyped()
      }}
      onBlur={field.onBlur}
      problem={fieldState.error?.message}
      networks={networks}
      isCaption={fields.files.length > 0 && !fields.textAfter}
    />
  )
}

/** Whether a content has the texts of another one. The server takes the space at their ends away. */
const hasTexts = (content: Content, other: Content) => textsOf(content) === textsOf(other)

const textsOf = ({ text, overrides }: Content) =>
  JSON.stringify(
    [text, overrides?.telegram?.text, overrides?.whatsapp?.text].map((it) => it?.trim()),
  )

/** The content with these words instead. */
function withTexts(content: Content, { common, telegram, whatsapp }: Texts): Content {
  const own = content.overrides
  const overrides = {
    ...own,
    ...(own?.telegram && telegram !== undefined
      ? { telegram: { ...own.telegram, text: telegram } }
      : {}),
    ...(own?.whatsapp && whatsapp !== undefined
      ? { whatsapp: { ...own.whatsapp, text: whatsapp } }
      : {}),
  }
  return { ...content, ...(own ? { overrides } : {}), text: common ?? content.text }
}
