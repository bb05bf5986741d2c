import { useImperativeHandle } from 'react'
import { get, useController, useFormContext } from 'react-hook-form'
import { IN_PARTS, problemsIn } from '../problemsIn.ts'

/**
 * A field whose value has parts, each of which a control of that name shows, such as `poll.question`. `problem`
 * says what is wrong with a part, or, without a name, with the whole. Who puts the focus on the field gets to
 * the part that is wrong.
 */
export function useNested<T>(name: string) {
  const { control, getFieldState } = useFormContext()
  const { field, fieldState } = useController({ control, name })
  useImperativeHandle(
    field.ref,
    () => ({
      focus() {
        const { error } = getFieldState(name)
        const [wrong] = problemsIn({ [name]: error })
        const named = wrong && document.getElementsByName(wrong.path)[0]
        const whole = document.querySelector<HTMLElement>(`[data-field="${name}"] input`)
        ;(named ?? whole)?.focus()
      },
    }),
    [getFieldState, name],
  )
  return {
    value: field.value as T,
    onChange: field.onChange as (value: T) => void,
    /** Judges it, once all of it is left. */
    onBlur: field.onBlur,
    problem: (part = ''): string | undefined => {
      // Of a list `get` reads nothing, unless it lies in something.
      const found: unknown = get({ whole: fieldState.error }, part ? `whole.${part}` : 'whole')
      const { message } = (found ?? {}) as { message?: unknown }
      return typeof message === 'string' && message !== IN_PARTS ? message : undefined
    },
  }
}
