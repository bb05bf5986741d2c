import type { LinkCardFields } from '../link/linkCard.ts'
import { useMedia } from '../media/queries.ts'

/** What stands above a text with a link on WhatsApp. */
export default function LinkCardShown({ card, url }: { card: LinkCardFields; url: string }) {
  const { title, description, mediaId } = card
  const picture = useMedia(mediaId ?? undefined).data?.thumbnailUrl
  return (
    <div
      role="group"
      aria-label="Link preview"
      className="flex w-80 max-w-full min-w-full overflow-hidden rounded-md bg-ink/6"
    >
      {picture && (
        <img src={picture} alt="" className="size-20 shrink-0 object-cover" draggable={false} />
      )}
      <div className="grid min-w-0 content-center gap-0.5 px-2.5 py-2 text-sm">
        <p dir="auto" className="line-clamp-2 font-semibold">
          {title.trim()}
        </p>
        {description.trim() && (
          <p dir="auto" className="truncate text-muted">
            {description.trim()}
          </p>
        )}
        <p className="truncate text-xs text-muted">{new URL(url).hostname}</p>
      </div>
    </div>
  )
}
