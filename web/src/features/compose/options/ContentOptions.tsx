import { useFormContext } from 'react-hook-form'
import { Checkbox } from '../../../ui/Checkbox.tsx'

/** How a text is sent. `at` is where the fields stand in the form: nothing, or a part of it such as `steps.2.`. */
export function ContentOptions({ at = '' }: { at?: string }) {
  const { register } = useFormContext()
  return (
    <div className="grid gap-3">
      <Checkbox
        label="Send without a sound"
        note="Members see it, but their phones stay quiet."
        {...register(`${at}silent`)}
      />
      <Checkbox
        label="Protect the content"
        note="Members cannot forward or save it."
        {...register(`${at}protect`)}
      />
      <Checkbox label="Show a preview of the first link" {...register(`${at}linkPreview`)} />
    </div>
  )
}
