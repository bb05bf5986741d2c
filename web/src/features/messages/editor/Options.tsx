import { CATCH_UP_DEFAULT_MINUTES, PAUSE_AFTER_FAILURES_MAX } from '@carillon/contract/messages'
import { useFormContext } from 'react-hook-form'
import { Card } from '../../../ui/Card.tsx'
import { ContentOptions } from '../../compose/options/ContentOptions.tsx'
import {
  CatchUpField,
  SeriesFields,
  UnconfirmedField,
} from '../../compose/options/DeliveryFields.tsx'
import { FollowUpOptions } from '../../compose/options/FollowUpOptions.tsx'
import { useReach } from '../../compose/useReach.ts'
import type { MessageForm } from '../form.ts'

/** Options that most messages do not change. */
export function Options() {
  const { formState, watch } = useFormContext<MessageForm>()
  const repeats = watch('when') === 'repeat'
  const { networks } = useReach(watch('groupIds'))
  return (
    <Card>
      <details>
        <summary className="rounded-lg px-4 py-3 text-sm font-medium md:px-5">More options</summary>
        <div className="grid gap-5 border-t border-line p-4 md:p-5">
          <ContentOptions networks={networks} />
          <FollowUpOptions replaces repeats={repeats} />
          <div className="grid gap-4 sm:grid-cols-2">
            <CatchUpField
              present={formState.defaultValues?.catchUpMinutes ?? CATCH_UP_DEFAULT_MINUTES}
              hint="After that it is not sent, and you are asked."
            />
            <UnconfirmedField />
            {repeats && <SeriesFields failuresMax={PAUSE_AFTER_FAILURES_MAX} />}
          </div>
        </div>
      </details>
    </Card>
  )
}
