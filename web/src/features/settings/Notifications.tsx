import type { NotificationKind } from '@carillon/contract/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorWords } from '../../api/errors.ts'
import { useUser } from '../../api/session/useSession.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Problem } from '../../ui/Field.tsx'
import { Section } from './Section.tsx'
import { useUpdateMe } from './useUpdateMe.ts'

/** What concerns a plan is mailed whatever was chosen, since it is about money. */
type Chosen = Exclude<NotificationKind, 'plan'>

const words: Record<Chosen, { label: string; note: string }> = {
  deliveries: {
    label: 'Deliveries',
    note: 'Something was not sent, came too late, or is unconfirmed.',
  },
  messages: { label: 'Messages', note: 'A message paused itself, or has ended.' },
  groups: { label: 'Groups', note: 'A group was lost, or can be posted to again.' },
  connections: { label: 'Connections', note: 'A bot or an account has to be connected again.' },
}
const kinds = Object.keys(words) as Chosen[]

/** Which kinds of notifications come by e-mail as well. A tick is saved at once. */
export function Notifications() {
  const { preferences, email } = useUser()
  const update = useUpdateMe()
  // What was ticked shows at once, also while the ticks before it are being saved, one after another.
  const [wanted, setWanted] = useState<NotificationKind[]>()
  const save = useMutation({
    scope: { id: 'mailed' },
    mutationFn: (mailed: NotificationKind[]) => update({ preferences: { ...preferences, mailed } }),
    onSettled: (_answer, _error, mailed) =>
      setWanted((newest) => (newest === mailed ? undefined : newest)),
  })
  const mailed = wanted ?? preferences.mailed
  const tick = (kind: Chosen, on: boolean) => {
    const next = kinds.filter((one) => (one === kind ? on : mailed.includes(one)))
    setWanted(next)
    save.mutate(next)
  }

  return (
    <Section
      id="notifications"
      note="The bell tells you of all of these. Tick what also comes by e-mail. What concerns your plan and its payment always does."
    >
      <fieldset className="grid gap-3.5">
        <legend className="sr-only">By e-mail to {email}</legend>
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            {...words[kind]}
            checked={mailed.includes(kind)}
            onChange={(event) => tick(kind, event.target.checked)}
          />
        ))}
      </fieldset>
      {save.isError && <Problem>{errorWords(save.error)}</Problem>}
    </Section>
  )
}
