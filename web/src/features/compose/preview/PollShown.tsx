import type { PollFields } from '../poll/poll.ts'

/** A poll as members see it before anybody has voted. */
export default function PollShown({
  poll,
  onWhatsapp = false,
}: {
  poll: PollFields
  onWhatsapp?: boolean
}) {
  const { question, options, multiple, anonymous } = poll
  const written = options.filter(({ text }) => text.trim())
  return (
    <div className="grid w-72 max-w-full gap-2">
      <div>
        <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
          {question.trim() || 'Your question appears here.'}
        </p>
        <p className="text-sm text-muted">
          {onWhatsapp
            ? multiple
              ? 'Select one or more'
              : 'Select one'
            : `${anonymous ? 'Anonymous poll' : 'Public poll'}${multiple ? ' · several answers' : ''}`}
        </p>
      </div>
      <ul aria-label="Answers of the poll" className="grid gap-2">
        {written.map(({ key, text }) => (
          <li key={key} className="flex items-start gap-2.5">
            <span
              aria-hidden
              className="mt-px size-4 shrink-0 border border-edge"
              style={{ borderRadius: multiple && !onWhatsapp ? 4 : '50%' }}
            />
            <span dir="auto" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {text}
              {onWhatsapp && <span className="mt-1 block h-1.5 rounded-full bg-hover" />}
            </span>
          </li>
        ))}
      </ul>
      {onWhatsapp ? (
        <p className="border-t border-line pt-1.5 text-center text-sm font-medium text-chat-ink">
          View votes
        </p>
      ) : (
        <p className="text-sm text-muted">No votes yet</p>
      )}
    </div>
  )
}
