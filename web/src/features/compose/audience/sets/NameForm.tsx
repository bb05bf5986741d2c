import { SET_NAME_MAX } from '@carillon/contract/group-sets'
import { useState } from 'react'
import { errorWords } from '../../../../api/errors.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { Input } from '../../../../ui/Input.tsx'

type NameFormProps = {
  label: string
  /** The name that it has. */
  name?: string
  /** What the button says. */
  verb: string
  /** Saves the name, or throws why not. */
  onSave: (name: string) => Promise<void>
  /** Escape leaves it. */
  onLeave?: () => void
}

/** Asks for the name of a set. It lies in the form of a message, so it is none itself. */
export function NameForm({ label, name = '', verb, onSave, onLeave }: NameFormProps) {
  const [value, setValue] = useState(name)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function save() {
    if (busy) return
    if (!value.trim()) return setProblem('Give the set a name.')
    setBusy(true)
    try {
      await onSave(value.trim())
      setValue('')
      setProblem(undefined)
    } catch (error) {
      setProblem(errorWords(error))
    }
    setBusy(false)
  }
  return (
    <Field label={label} error={problem}>
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- Whoever asked to rename wants to type.
            autoFocus={Boolean(onLeave)}
            value={value}
            maxLength={SET_NAME_MAX}
            autoComplete="off"
            onChange={(event) => setValue(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') void save()
              else if (event.key === 'Escape' && onLeave) onLeave()
              else return
              event.preventDefault()
              event.stopPropagation()
            }}
          />
          <Button loading={busy} onClick={() => void save()}>
            {verb}
          </Button>
        </div>
      )}
    </Field>
  )
}
