import type { RichText } from '@carillon/contract/content/entities'

/** The first address of a text: networks show what stands there. */
export function firstLink({ text, entities }: RichText): string | undefined {
  const bare = /https?:\/\/[^\s]*[^\s.,;:!?)]/.exec(text)
  const named = entities.find((entity) => entity.type === 'text_link')
  const isNamed = named && (!bare || named.offset <= bare.index)
  const url = isNamed ? named.url : bare?.[0]
  return url && /^https?:/i.test(url) && URL.canParse(url) ? url : undefined
}

/** The place of the preview that a network makes of an address; what it shows there only the network knows. */
export const LinkShown = ({ url }: { url: string }) => (
  <div className="rounded-md border-l-2 border-chat-ink bg-chat-ink/10 py-0.5 pr-2 pl-2.5">
    <p className="truncate text-sm font-semibold text-chat-ink">{new URL(url).hostname}</p>
    <p className="text-sm text-muted">The preview of this page</p>
  </div>
)
