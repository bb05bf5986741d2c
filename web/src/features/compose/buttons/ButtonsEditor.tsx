import { BUTTONS_MAX } from '@carillon/contract/content/content'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Field, Problem } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { toast } from '../../../ui/toast/store.ts'
import { Rows } from '../content/Rows.tsx'
import { useNested } from '../content/useNested.ts'
import type { ContentFile } from '../media/files.ts'
import {
  type ButtonFields,
  newButton,
  NOT_BELOW_ALBUM,
  ROW_MAX,
  rowsOf,
  withScheme,
} from './buttons.ts'
import { withLinks } from './withLinks.ts'

type ButtonsEditorProps = {
  /** The path of the content in the form. */
  at: string
  /** Whether somebody has just asked for the first one. */
  isNew: boolean
}

/** The buttons below a message, in their order and rows. */
export default function ButtonsEditor({ at, isNew }: ButtonsEditorProps) {
  const name = `${at}buttons`
  const { value: buttons, onChange, onBlur, problem } = useNested<ButtonFields[]>(name)
  const isFull = buttons.length >= BUTTONS_MAX

  function add() {
    flushSync(() => onChange([...buttons, newButton()]))
    document.getElementsByName(`${name}.${buttons.length}.text`)[0]?.focus()
  }
  const [begins] = useState(isNew)
  useEffect(() => {
    if (begins) document.getElementsByName(`${name}.0.text`)[0]?.focus()
    // Only once, when it appears.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- To know when the focus leaves all of it.
    <fieldset
      data-field={name}
      className="grid gap-2"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur()
      }}
    >
      <legend className="mb-1.5 text-sm font-medium">Buttons below the message</legend>
      <BelowAlbum at={at} buttons={buttons} onRemove={() => onChange([])} />
      <Rows items={buttons} onChange={onChange} noun="Button" label="Buttons">
        {(button, index) => (
          <ButtonRow
            name={`${name}.${index}`}
            number={index + 1}
            button={button}
            canJoin={index > 0 && (button.joins || rowLength(buttons, index - 1) < ROW_MAX)}
            problem={(part) => problem(`${index}.${part}`)}
            onChange={(part) => onChange(buttons.with(index, { ...button, ...part }))}
          />
        )}
      </Rows>
      {problem() && problem() !== NOT_BELOW_ALBUM && <Problem>{problem()}</Problem>}
      <div>
        <ReasonedButton
          size="sm"
          variant="plain"
          className="-ml-2.5"
          reason={isFull ? `Use at most ${BUTTONS_MAX} buttons.` : undefined}
          onClick={add}
        >
          <Plus size={16} aria-hidden /> Add a button
        </ReasonedButton>
      </div>
    </fieldset>
  )
}

/** How many buttons the row of this one has so far. */
const rowLength = (buttons: readonly ButtonFields[], index: number): number =>
  rowsOf(buttons.slice(0, index + 1)).at(-1)?.length ?? 0

type BelowAlbumProps = { at: string; buttons: readonly ButtonFields[]; onRemove: () => void }

/** Buttons and several files cannot be sent together: says so at once, with what can be done. */
function BelowAlbum({ at, buttons, onRemove }: BelowAlbumProps) {
  const { control, getValues, setValue } = useFormContext()
  const [files, says, textAfter, said] = useWatch({
    control,
    name: [`${at}files`, `${at}says`, `${at}textAfter`, `${at}text`],
  }) as [ContentFile[], string, boolean, string]
  // Below a text that goes after its files they stand.
  if (buttons.length === 0 || says === 'poll' || files.length < 2 || textAfter) return null

  const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true }
  function asLinks() {
    const text = getValues(`${at}text`) as string
    setValue(`${at}text`, withLinks(text, buttons), options)
    setValue(`${at}buttons`, [], options)
    toast({
      title: 'The buttons are links in the text',
      action: {
        label: 'Undo',
        run: () => {
          setValue(`${at}text`, text, options)
          setValue(`${at}buttons`, buttons, options)
        },
      },
    })
  }
  function remove() {
    onRemove()
    const undo = () => setValue(`${at}buttons`, buttons, { shouldDirty: true })
    toast({ title: 'The buttons were removed', action: { label: 'Undo', run: undo } })
  }

  return (
    <div className="grid gap-2">
      <Problem>{NOT_BELOW_ALBUM}</Problem>
      <div
        role="presentation"
        className="flex flex-wrap gap-2"
        // Leaving a field may move these from under the pointer.
        onMouseDown={(event) => event.preventDefault()}
      >
        {said.trim() !== '' && (
          <Button size="sm" onClick={() => setValue(`${at}textAfter`, true, options)}>
            Send the text after the files
          </Button>
        )}
        <Button size="sm" onClick={asLinks}>
          Write them as links
        </Button>
        <Button size="sm" onClick={remove}>
          Remove the buttons
        </Button>
      </div>
    </div>
  )
}

type ButtonRowProps = {
  name: string
  number: number
  button: ButtonFields
  /** Whether it may stand beside the one before. */
  canJoin: boolean
  problem: (part: 'text' | 'url') => string | undefined
  onChange: (part: Partial<ButtonFields>) => void
}

function ButtonRow({ name, number, button, canJoin, problem, onChange }: ButtonRowProps) {
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <Field label={`Text of button ${number}`} labelHidden error={problem('text')}>
        {(control) => (
          <Input
            {...control}
            name={`${name}.text`}
            value={button.text}
            dir="auto"
            autoComplete="off"
            placeholder="Text, such as Read the plan"
            onChange={(event) => onChange({ text: event.target.value })}
          />
        )}
      </Field>
      <Field label={`Address of button ${number}`} labelHidden error={problem('url')}>
        {(control) => (
          <Input
            {...control}
            name={`${name}.url`}
            value={button.url}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://example.org/plan"
            onChange={(event) => onChange({ url: event.target.value })}
            onBlur={() => {
              const url = withScheme(button.url)
              if (url !== button.url) onChange({ url })
            }}
          />
        )}
      </Field>
      {canJoin && (
        <Checkbox
          label="In the row of the one above"
          checked={button.joins}
          onChange={(event) => onChange({ joins: event.target.checked })}
        />
      )}
    </div>
  )
}
