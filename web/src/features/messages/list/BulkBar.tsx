import type { MessageSummary } from '@carillon/contract/messages'
import { Pause, Play, Trash2, X } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { footerRef } from '../../../ui/toast/store.ts'
import { count } from '../../../ui/words.ts'
import { useBulk } from '../actions/useBulk.ts'

type BulkBarProps = {
  /** The selected messages, as they are now. */
  chosen: MessageSummary[]
  /** Selects all that are loaded; undefined once they are. */
  onAll?: () => void
  onClear: () => void
}

/** The actions for all selected messages; it may be shown before any is selected. */
export function BulkBar({ chosen, onAll, onClear }: BulkBarProps) {
  const { pause, resume, remove, busy } = useBulk(onClear)
  const some = (...statuses: MessageSummary['status'][]) =>
    chosen.some(({ status }) => statuses.includes(status))
  return (
    <section
      aria-label="Selected messages"
      ref={footerRef}
      className="sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-3 py-2 shadow-pop"
    >
      <span role="status" data-tabular className="px-1 font-medium">
        {count(chosen.length, 'message')} selected
      </span>
      {onAll && (
        <Button size="sm" variant="plain" onClick={onAll}>
          Select all
        </Button>
      )}
      {some('scheduled', 'active') && (
        <Button size="sm" loading={busy} onClick={() => pause(chosen)}>
          <Pause size={14} aria-hidden /> Pause
        </Button>
      )}
      {some('paused') && (
        <Button size="sm" loading={busy} onClick={() => resume(chosen)}>
          <Play size={14} aria-hidden /> Resume
        </Button>
      )}
      {chosen.length > 0 && (
        <Button size="sm" loading={busy} onClick={() => remove(chosen)}>
          <Trash2 size={14} aria-hidden /> Delete
        </Button>
      )}
      <Button size="sm" variant="plain" icon aria-label="Select none" onClick={onClear}>
        <X size={16} aria-hidden />
      </Button>
    </section>
  )
}
