import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../Section.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'

/** The end of it all. */
export function DeleteAccount() {
  const [open, setOpen] = useState(false)
  return (
    <Section id="delete" danger note="This cannot be undone.">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p className="max-w-[48ch] flex-1 basis-64 text-muted text-pretty">
          Your profile, groups, messages and their history are deleted at once, and nothing more is
          sent.
        </p>
        <Button variant="danger" onClick={() => setOpen(true)}>
          Delete account
        </Button>
      </div>
      <DeleteDialog open={open} onOpenChange={setOpen} />
    </Section>
  )
}
