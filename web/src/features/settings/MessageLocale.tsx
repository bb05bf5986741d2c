import { LOCALE_DEFAULT, runValues } from '@carillon/contract/content/run'
import { useMutation } from '@tanstack/react-query'
import { errorWords } from '../../api/errors.ts'
import { useUser } from '../../api/session/useSession.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Input.tsx'
import { useNow } from '../../ui/time/useNow.ts'
import { toast } from '../../ui/toast/store.ts'
import { useUpdateMe } from './useUpdateMe.ts'

/** How {{date}} and {{time}} are written in messages. Chosen is saved. */
export function MessageLocale() {
  const { preferences, timeZone } = useUser()
  const update = useUpdateMe()
  const save = useMutation({
    mutationFn: (locale: string) => update({ preferences: { ...preferences, locale } }),
    onSuccess: () => toast({ title: 'Dates in messages saved' }),
  })
  const at = new Date(useNow())
  const chosen = preferences.locale ?? LOCALE_DEFAULT
  const example = (locale: string) => {
    const { date, time } = runValues({ at, timeZone, locale, n: 1 })
    return `${date}, ${time}`
  }
  return (
    <Field
      label="Dates and times in messages"
      hint="How the variables ‹date› and ‹time› are written."
      error={save.isError ? errorWords(save.error) : undefined}
      className="max-w-[400px]"
    >
      {(control) => (
        <Select
          {...control}
          value={save.isPending ? save.variables : chosen}
          onChange={(event) => save.mutate(event.target.value)}
        >
          {[...new Set([...LOCALES, chosen])].map((locale) => (
            <option key={locale} value={locale}>
              {nameOf(locale)}: {example(locale)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

const LOCALES = [
  'en-GB',
  'en-US',
  'de-DE',
  'es-ES',
  'fr-FR',
  'it-IT',
  'nl-NL',
  'pl-PL',
  'pt-BR',
].concat(['sv-SE', 'tr-TR', 'uk-UA', 'ru-RU', 'ja-JP', 'zh-CN'])

const nameOf = (locale: string) => new Intl.DisplayNames('en', { type: 'language' }).of(locale)
