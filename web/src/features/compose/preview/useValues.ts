import { LOCALE_DEFAULT, valuesFor, runValues } from '@carillon/contract/content/run'
import { fill, type Values } from '@carillon/contract/content/variables'
import { useMemo } from 'react'
import { useUser } from '../../../api/session/useSession.ts'
import { useNow } from '../../../ui/time/useNow.ts'
import type { Shown } from '../content/options.ts'

/** The run that a preview shows: when it goes out, in the zone of its schedule, and which one it is. */
export type PreviewRun = { at?: string | undefined; timeZone: string; n: number }

/** What variables say in this run, in a group of this name. */
export function useValues({ at, timeZone, n }: PreviewRun, title: string): Values {
  const { preferences } = useUser()
  const now = useNow()
  const locale = preferences.locale ?? LOCALE_DEFAULT
  const instant = at ?? now
  return useMemo(
    () => valuesFor(runValues({ at: new Date(instant), timeZone, locale, n }), title),
    [instant, timeZone, locale, n, title],
  )
}

/** Fills variables into the poll, the buttons and the link card of a content. Its text is filled when it is parsed. */
export const fillVariables = <S extends Pick<Shown, 'poll' | 'buttons' | 'linkCard'>>(
  said: S,
  values: Values,
): S => ({
  ...said,
  poll: {
    ...said.poll,
    question: fill(said.poll.question, values),
    options: said.poll.options.map((option) => ({ ...option, text: fill(option.text, values) })),
  },
  buttons: said.buttons.map((button) => ({ ...button, text: fill(button.text, values) })),
  linkCard: said.linkCard && {
    ...said.linkCard,
    title: fill(said.linkCard.title, values),
    description: fill(said.linkCard.description, values),
  },
})
