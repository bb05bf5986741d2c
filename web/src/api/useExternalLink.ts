import { useConfig } from './useConfig.ts'

/** The attributes of a link out of Carillon. */
type ExternalLink = { href: string; target: '_blank'; rel: string }

/** The longest address that the sandbox links back to, in characters. */
const BACK_MAX = 300

/**
 * Returns the attributes of a link to a network or a mailbox. Pages of the sandbox get the present address and this
 * tab, so that they can link back. Other sites learn nothing of where a person came from.
 */
export function useExternalLink(): (href: string) => ExternalLink {
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
