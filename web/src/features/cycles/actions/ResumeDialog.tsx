import type { CycleSummary } from '@carillon/contract/cycles'
import { useState } from 'react'
import { errorWords, isApiError } from '../../../api/errors.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { formOf, inputOf } from '../form.ts'
import { useCycle } from '../queries.ts'
import { ownTextsOf } from '../runs/ownTexts.ts'
import { Total, Warnings } from '../simulation/SimulationView.tsx'
import { SlotList } from '../simulation/SlotList.tsx'
import { useSimulation } from '../simulation/useSimulation.ts'
import { stepWordsOf } from '../words.ts'

type ResumeDialogProps = {
  cycle: Pick<CycleSummary, 'id'>
  onClose: () => void
  onResume: () => Promise<void>
  busy: boolean
}

/** The number of next slots that are shown. */
const SLOTS = 3

/** Asks before a paused cycle is resumed, and shows its next sends first. */
export default function ResumeDialog({
  cycle: { id },
  onClose,
  onResume,
  busy,
}: ResumeDialogProps) {
  const { timeZone } = useUser()
  const [now] = useState(Date.now)
  const { data: cycle, error: missing } = useCycle(id)
  const { data, error, isFetching, refetch } = useSimulation(
    cycle && {
      input: inputOf(formOf(cycle, now, timeZone), 'active', cycle),
      cycle,
    },
  )
  const wrong = missing ?? (isFetching ? null : error)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Resume this cycle?"
      description="It goes on where it was. What was due while it was paused is not sent."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <ReasonedButton
            variant="primary"
            reason={data ? undefined : 'What it will send is not known yet.'}
            loading={busy}
            onClick={() => void onResume().then(onClose)}
          >
            Resume
          </ReasonedButton>
        </>
      }
    >
      {cycle && data ? (
        <div className="grid gap-3">
          <p>
            <Total simulation={data} />
          </p>
          <Warnings warnings={data.warnings} />
          <SlotList
            slots={data.slots.slice(0, SLOTS)}
            timeZone={cycle.schedule?.timeZone ?? timeZone}
            inOwnZone
            texts={cycle.steps.map(({ content }) => stepWordsOf(content))}
            ownText={ownTextsOf(cycle)}
          />
        </div>
      ) : wrong ? (
        <p className="flex flex-wrap items-center gap-3">
          {isApiError(wrong, 'invalid') ? (
            <>
              {wrong.details[0]?.message ?? errorWords(wrong)}{' '}
              <Link to={paths.editCycle(id)} className="font-medium underline underline-offset-4">
                Edit it
              </Link>
            </>
          ) : (
            <>
              {errorWords(wrong)}
              <Button size="sm" onClick={() => void refetch()}>
                Retry
              </Button>
            </>
          )}
        </p>
      ) : (
        <Loading label="Working out what will be sent">
          <div className="grid gap-3">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-24" />
          </div>
        </Loading>
      )}
    </Dialog>
  )
}
