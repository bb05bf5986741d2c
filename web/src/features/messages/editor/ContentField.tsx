import { lengthOf, TELEGRAM_TEXT_MAX } from '@carillon/contract/content/entities'
import { plain } from '@carillon/contract/content/markup'
import { type KeyboardEvent, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/Field.tsx'
import { Textarea } from '../../../ui/Input.tsx'
import { type Format, formatted } from '../format.ts'
import type { MessageForm } from '../form.ts'
import { Toolbar } from './Toolbar.tsx'

/** The words of the message, with their formatting. */
export function ContentField() {
  const { register, formState } = useFormContext<MessageForm>()
  const area = useRef<HTMLTextAreaElement>(null)
  const { ref, ...field } = register('text')

  const format = (how: Format) => area.current && apply(area.current, how)
  function onKeyDown(event: KeyboardEvent) {
    const how = event.ctrlKey || event.metaKey ? shortcuts[event.key.toLowerCase()] : undefined
    if (!how) return
    event.preventDefault()
    format(how)
  }

  return (
    <Field label="Message" error={formState.errors.text?.message} aside={<Counter />}>
      {(control) => (
        <div className="grid gap-2">
          <Toolbar onFormat={format} />
          <Textarea
            {...control}
            {...field}
            ref={(element) => {
              ref(element)
              area.current = element
            }}
            rows={7}
            className="max-h-[50dvh] min-h-40"
            placeholder="What shall your groups read?"
            onKeyDown={onKeyDown}
          />
        </div>
      )}
    </Field>
  )
}

/** How much of what Telegram takes is used, told once it matters. */
function Counter() {
  const { control } = useFormContext<MessageForm>()
  const length = lengthOf(plain(useWatch({ control, name: 'text' })))
  return (
    <span
      data-figures
      className={cn(
        'text-sm',
        length > TELEGRAM_TEXT_MAX ? 'font-medium text-danger' : 'text-muted',
      )}
    >
      {length.toLocaleString('en')} / {TELEGRAM_TEXT_MAX.toLocaleString('en')}
    </span>
  )
}

const shortcuts: Partial<Record<string, Format>> = {
  b: 'bold',
  i: 'italic',
  u: 'underline',
  k: 'link',
}

/** Formats what is selected, as if it had been typed, so that the browser can undo it. */
function apply(area: HTMLTextAreaElement, how: Format) {
  const { value, selectionStart, selectionEnd } = area
  const { from, to, insert, selectFrom, selectTo } = formatted(
    value,
    selectionStart,
    selectionEnd,
    how,
  )
  area.focus()
  area.setSelectionRange(from, to)
  // Old, but the only way into the undo history; where it is gone the text changes without it.
  if (!document.execCommand('insertText', false, insert)) {
    area.setRangeText(insert, from, to)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(selectFrom, selectTo)
}
