import { useConfig } from './useConfig.ts'

/** What a link out of Carillon needs. */
type Outward = { href: string; target: '_blank'; rel: string }

/** The longest address that the sandbox leads back to. */
const BACK_MAX = 300

/**
 * How a link to a network or a mailbox leads out of Carillon. The pages of the sandbox are ours: they learn where
 * somebody came from, and lead back into this tab. No other page learns anything.
 */
export function useOutward(): (href: string) => Outward {
  const sandbox = useConfig().data?.sandbox
  return (href) => {
    const out = { href, target: '_blank', rel: 'noreferrer' } as const
    if (!sandbox || !isAt(href, sandbox.phoneUrl)) return out
    const url = new URL(href)
    const { href: here, origin, pathname } = window.location
    url.searchParams.set('back', here.length <= BACK_MAX ? here : origin + pathname)
    return { ...out, href: url.href, rel: 'opener' }
  }
}

const isAt = (href: string, page: string) =>
  URL.canParse(href) && new URL(href).origin === new URL(page).origin
