import { Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { Section } from '../Section.tsx'

// Loaded lazily: rarely used.
const DeleteDialog = lazyComponent(async () => (await import('./DeleteDialog.tsx')).DeleteDialog)

/** The section to delete the account. */
export function DeleteAccount() {
  const [open, setOpen] = useState(false)
  const [asked, ask] = useState(false)
  return (
    <Section id="delete" danger note="This cannot be undone.">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p className="max-w-[48ch] flex-1 basis-64 text-muted text-pretty">
          Your profile, groups, messages, files and their history are deleted at once, linked
          numbers are unlinked, and nothing more is sent.
        </p>
        <Button
          variant="danger"
          onClick={() => {
            ask(true)
            setOpen(true)
          }}
        >
          Delete account
        </Button>
      </div>
      {asked && (
        <Suspense>
          <DeleteDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </Section>
  )
}
