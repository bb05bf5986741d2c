import type { Connection } from '@carillon/contract/connections'
import { useState } from 'react'
import { LinkForm } from './LazyLinkForm.tsx'

/** The way back for a number that was logged out or banned: its groups and schedules are as they were. */
export function LinkAgain({ connection }: { connection: Connection }) {
  const [isOpen, setOpen] = useState(false)
  const form = (
    <section
      aria-label="Link again"
      className="grid gap-3 rounded-lg border border-line bg-canvas p-4"
    >
      <p>Link the number again to go on. Its groups and schedules stay as they are.</p>
      <LinkForm connection={connection} />
    </section>
  )
  // As long as WhatsApp has not lifted the ban, linking fails.
  if (connection.status !== 'banned') return form
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-md px-1 py-1 font-medium text-muted hover:text-ink">
        Link again, once WhatsApp has lifted the ban
      </summary>
      <div className="mt-3">{isOpen && form}</div>
    </details>
  )
}
