import { ChevronDown, CreditCard, type LucideIcon, Mail, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useConfig } from '../../api/useConfig.ts'
import { useExternalLink } from '../../api/useExternalLink.ts'
import { Popover } from '../../ui/Popover.tsx'
import { StatusDot } from '../../ui/Status.tsx'

/** Says that messages and mails stay on this machine, and where they can be seen. */
export function SandboxMarker() {
  const sandbox = useConfig().data?.sandbox
  if (!sandbox) return null
  const names = sandbox.services.map((service) => NAMES[service] ?? service)
  return (
    <Popover
      label="Sandbox"
      align="start"
      className="w-72 p-1"
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
    >
      <p className="mb-1 border-b border-line px-2.5 pt-1.5 pb-2.5 text-sm text-muted">
        Demo mode: {listed(names)} {names.length > 1 ? 'are' : 'is'} simulated here. Nothing leaves
        this machine.
      </p>
      <PageLink icon={Mail} href={sandbox.mailboxUrl}>
        Mailbox: the mails that were sent
      </PageLink>
      <PageLink icon={Smartphone} href={sandbox.phoneUrl}>
        Phone: what group members see
      </PageLink>
      {sandbox.services.includes('whatsapp') && (
        <PageLink icon={Smartphone} href={new URL('whatsapp', sandbox.phoneUrl).href}>
          WhatsApp phone: link it, read on it
        </PageLink>
      )}
      {sandbox.services.includes('payments') && (
        <PageLink icon={CreditCard} href={sandbox.paymentsUrl}>
          Payments: who pays test money
        </PageLink>
      )}
    </Popover>
  )
}

/** What is simulated, as people call it. */
const NAMES: Partial<Record<string, string>> = {
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
  mail: 'e-mail',
  payments: 'payments',
}

/** `Telegram, e-mail and payments`. */
const listed = (names: string[]) =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')

function PageLink({
  icon: Icon,
  href,
  children,
}: {
  icon: LucideIcon
  href: string
  children: ReactNode
}) {
  const outward = useExternalLink()
  return (
    <a
      {...outward(href)}
      className="flex h-8 items-center gap-2.5 rounded-md px-2.5 hover:bg-hover"
    >
      <Icon size={16} aria-hidden className="opacity-75" />
      {children}
    </a>
  )
}
