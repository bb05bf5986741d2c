import type { SentContents } from '@carillon/contract/deliveries'
import { useState } from 'react'
import { useUser } from '../../../api/session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyComponent, LazyDialog } from '../../../ui/lazy.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { DeleteSentDialog } from './DeleteSentDialog.tsx'
import { type RunIds, useSent, useSentActions } from './useSent.ts'
import {
  changeWords,
  groups,
  isGoing,
  leftByEdit,
  notDeletable,
  notEditable,
  saidBefore,
} from './words.ts'

// The dialog to edit is large, so it is loaded only when it is opened.
const EditSentDialog = lazyComponent(async () => (await import('./EditSentDialog.tsx')).default)

type SentProps = RunIds & {
  /** A sentence about the content of later runs, which an edit does not change; undefined if there are none. */
  laterRunsNote: string | undefined
}

/** The buttons to edit or delete all that a run has sent, and its earlier edits and deletions. */
export function Sent({ laterRunsNote, ...run }: SentProps) {
  const sent = useSent(run)
  if (!sent.data || (sent.data.count === 0 && sent.data.changes.length === 0)) return null
  return (
    <div className="grid gap-2 border-b border-line px-4 py-2.5">
      {sent.data.count > 0 && <Buttons run={run} sent={sent.data} laterRunsNote={laterRunsNote} />}
      {sent.data.changes.length > 0 && <Changes changes={sent.data.changes} />}
    </div>
  )
}

function Buttons({
  run,
  sent,
  laterRunsNote,
}: Pick<SentProps, 'laterRunsNote'> & { run: RunIds; sent: SentContents }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const actions = useSentActions(run)
  const noEdit = notEditable(sent)
  const noDeletion = notDeletable(sent)
  const left = leftByEdit(sent)
  const tryAgain = ({ content, contentId }: NonNullable<typeof left>) =>
    // A toast says why it failed.
    void actions.edit({ content, contentId, others: [] })?.catch(() => {})
  const onOpenChange = (next: boolean) => !next && setOpen(undefined)
  return (
    <div className="flex flex-wrap gap-2">
      <ReasonedButton size="sm" reason={noEdit} onClick={() => !noEdit && setOpen('edit')}>
        Edit in all groups…
      </ReasonedButton>
      <ReasonedButton
        size="sm"
        reason={noDeletion}
        onClick={() => !noDeletion && setOpen('delete')}
      >
        Delete from all groups…
      </ReasonedButton>
      {left && (
        <Button size="sm" loading={actions.busy} onClick={() => tryAgain(left)}>
          Try the edit again in {groups(left.count)}
        </Button>
      )}
      {noEdit && (
        <p className="basis-full text-sm text-muted">
          {noEdit === noDeletion ? noEdit : `Not editable: ${noEdit}`}
        </p>
      )}
      <DeleteSentDialog
        open={open === 'delete'}
        onOpenChange={onOpenChange}
        sent={sent}
        {...actions}
      />
      <LazyDialog open={open === 'edit'} onFailed={() => setOpen(undefined)}>
        <EditSentDialog
          open={open === 'edit'}
          onOpenChange={onOpenChange}
          sent={sent}
          laterRunsNote={laterRunsNote}
          {...actions}
        />
      </LazyDialog>
    </div>
  )
}

/** The edits and deletions of a run, with their progress. */
function Changes({ changes }: Pick<SentContents, 'changes'>) {
  const { timeZone } = useUser()
  return (
    <div role="status">
      <ul className="grid gap-0.5 text-sm text-muted">
        {changes.map(({ was, says, ...change }) => (
          <li key={`${change.kind} ${change.at}`} data-tabular>
            <Time at={change.at} zone={timeZone} as="short" />:{' '}
            {isGoing(change) ? GOING[change.kind] : DONE[change.kind]} {changeWords(change)}
            {was && says && `. ${saidBefore(was, says)}`}
          </li>
        ))}
      </ul>
    </div>
  )
}

const GOING = { edit: 'being edited', delete: 'being deleted' }
const DONE = { edit: 'edited', delete: 'deleted' }
