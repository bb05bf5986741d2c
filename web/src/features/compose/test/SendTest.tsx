import type { Content } from '@carillon/contract/content/content'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { lazyComponent, LazyDialog } from '../../../ui/lazy.tsx'

// Few send a test of what they write.
const TestDialog = lazyComponent(() => import('./TestDialog.tsx').then((file) => file.default))

type SendTestProps = {
  /** The groups that are chosen: each can be tried. */
  groupIds: readonly string[]
  /** What is written, as it stands when it is asked for. */
  said: () => Content
  /** What is still missing of it, in words: a file that is not uploaded would be left out. */
  missing: () => string | undefined
  /** The zone of the dates and times that it names. */
  timeZone: string
}

/** Sends what is being written to oneself or to one group, before it goes to all. */
export function SendTest(props: SendTestProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="-my-2 flex justify-end">
      <Button size="sm" variant="plain" onClick={() => setOpen(true)}>
        <Send size={15} aria-hidden />
        Send a test…
      </Button>
      {open && (
        <LazyDialog onFailed={close}>
          <TestDialog {...props} onClose={close} />
        </LazyDialog>
      )}
    </div>
  )
}
