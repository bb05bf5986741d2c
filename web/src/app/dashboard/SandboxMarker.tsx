import { ChevronDown, Mail, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useConfig } from '../../api/useConfig.ts'
import { Menu } from '../../ui/Menu.tsx'
import { StatusDot } from '../../ui/Status.tsx'

/** Says that messages and mails stay on this machine, and where they can be seen. */
export function SandboxMarker() {
  const sandbox = useConfig().data?.sandbox
  if (!sandbox) return null
  return (
    <Menu
      className="w-72"
      align="start"
      trigger={
        <button
          type="button"
          className="flex h-7 items-center gap-2 rounded-full border border-line px-3 text-sm text-muted transition-colors hover:border-line-strong hover:text-ink"
        >
          <StatusDot tone="warn" />
          Sandbox
          <ChevronDown size={14} aria-hidden />
        </button>
      }
      head={
        <p className="px-2.5 py-2 text-sm text-muted">
          This server plays the outside world itself: {sandbox.doors.join(', ')}. Nothing leaves
          this machine.
        </p>
      }
      items={[
        {
          label: 'Mailbox: the mails that were sent',
          icon: Mail,
          link: opening(sandbox.mailboxUrl),
        },
        {
          label: 'Phone: what group members see',
          icon: Smartphone,
          link: opening(sandbox.phoneUrl),
        },
      ]}
    />
  )
}

const opening = (url: string) => (words: ReactNode) => (
  <a href={url} target="_blank" rel="noreferrer">
    {words}
  </a>
)
