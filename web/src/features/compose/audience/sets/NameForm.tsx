import { SET_NAME_MAX } from '@carillon/contract/group-sets'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
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
  /** What a refusal is about: when it changes, the refusal is no longer true. */
  about?: unknown
}

/** Asks for the name of a set. It lies in the form of a message, so it is none itself. */
export function NameForm({ label, name = '', verb, onSave, onLeave, about }: NameFormProps) {
  const { register, handleSubmit, reset, setError, clearErrors, formState } = useForm({
    defaultValues: { name },
  })
  // oxlint-disable-next-line react/exhaustive-deps -- It reads nothing of it, but it is told by its change.
  useEffect(() => clearErrors(), [clearErrors, about])
  const save = handleSubmit(async (typed) => {
    try {
      await onSave(typed.name.trim())
      reset({ name: '' })
    } catch (error) {
      setError('name', { message: errorWords(error) }, { shouldFocus: true })
    }
  })
  return (
    <Field label={label} error={formState.errors.name?.message}>
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            {...register('name', {
              validate: (typed) => typed.trim() !== '' || 'Give the set a name.',
            })}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- Whoever asked to rename wants to type.
            autoFocus={Boolean(onLeave)}
            data-autofocus
            maxLength={SET_NAME_MAX}
            autoComplete="off"
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !formState.isSubmitting) void save()
              else if (event.key === 'Escape' && onLeave) onLeave()
              else return
              event.preventDefault()
              event.stopPropagation()
            }}
          />
          <Button loading={formState.isSubmitting} onClick={() => void save()}>
            {verb}
          </Button>
        </div>
      )}
    </Field>
  )
}
