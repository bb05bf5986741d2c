import { Orbit, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { limitWords, useTierToast } from '../../../app/refusalToast.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { count } from '../../../ui/words.ts'
import { shadeOf } from '../color.ts'
import { useCycles, useCycleUsage } from '../queries.ts'
import { nameOf, stateWords } from '../words.ts'

type AddToCycleProps = {
  /** The message whose text becomes a step. */
  messageId: string
  onClose: () => void
}

/** Asks which cycle gets the message as a step, then opens its editor, which shows the result before it is saved. */
export default function AddToCycle({ messageId, onClose }: AddToCycleProps) {
  const cycles = useCycles()
  const isFull = useCycleUsage()?.isFull
  const tellTier = useTierToast()
  const query = `?message=${messageId}`
  const open = cycles.data?.filter(({ status }) => status !== 'suspended') ?? []
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="Add it to a cycle"
      description="Its text becomes the last step. You see what comes of it before you save."
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <ul className="grid max-h-52 gap-0.5 overflow-y-auto">
        {cycles.isPending && <Skeleton className="h-10" />}
        {open.map((cycle) => (
          <li key={cycle.id}>
            <Link to={paths.editCycle(cycle.id) + query} className={look} onClick={onClose}>
              <Orbit
                size={16}
                aria-hidden
                className="shrink-0 text-muted"
                style={cycle.color ? { color: shadeOf(cycle.color) } : undefined}
              />
              <Line
                title={nameOf(cycle)}
                note={`${count(cycle.stepCount, 'step')} · ${stateWords(cycle).label}`}
              />
            </Link>
          </li>
        ))}
        <li>
          {isFull ? (
            <button type="button" className={look} onClick={() => tellTier(limitWords('cycles'))}>
              <NewLine />
            </button>
          ) : (
            <Link to={paths.newCycle + query} className={look} onClick={onClose}>
              <NewLine />
            </Link>
          )}
        </li>
      </ul>
    </Dialog>
  )
}

const NewLine = () => (
  <>
    <Plus size={16} aria-hidden className="shrink-0 text-muted" />
    <Line title="A new cycle" note="With this message as its first step." />
  </>
)

function Line({ title, note }: { title: ReactNode; note: ReactNode }) {
  return (
    <span className="grid min-w-0">
      <span dir="auto" className="truncate font-medium">
        {title}
      </span>
      <span className="text-sm text-muted">{note}</span>
    </span>
  )
}

const look = 'flex w-full items-center gap-3 rounded-md px-2 py-2 text-left hover:bg-hover'
