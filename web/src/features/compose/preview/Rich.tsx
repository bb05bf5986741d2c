import type { Entity } from '@carillon/contract/content/entities'
import { memo, type ReactNode, useState } from 'react'
import { cn } from '../../../ui/cn.ts'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { type Row, type Stretch, stretches } from './rendering.ts'

/** A line with its formatting; drawn anew only when it says something else, as whoever types changes one of many. */
export const Line = memo(
  ({ row }: { row: Row }) => (
    <div className="[unicode-bidi:plaintext]">
      <Rich parts={stretches(row)} />
    </div>
  ),
  (before, { row }) => JSON.stringify(before.row) === JSON.stringify(row),
)

/** Words with their formatting. */
function Rich({ parts }: { parts: Stretch[] }) {
  return parts.map((part) =>
    part.kind === 'text' ? (
      <Words key={part.at} text={part.text} />
    ) : (
      <Formatted key={`${part.at}-${part.entity.type}`} entity={part.entity}>
        <Rich parts={part.inside} />
      </Formatted>
    ),
  )
}

/** Addresses look like links, as Telegram makes them without being asked. */
function Words({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s]*[^\s.,;:!?)])/).map((piece, index) =>
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- Pieces of one text have no other name.
      <span key={index} className="text-chat-ink">
        {piece}
      </span>
    ) : (
      piece
    ),
  )
}

function Formatted({ entity, children }: { entity: Entity; children: ReactNode }) {
  switch (entity.type) {
    case 'bold':
      return <strong className="font-semibold">{children}</strong>
    case 'italic':
      return <em>{children}</em>
    case 'underline':
      return <u>{children}</u>
    case 'strikethrough':
      return <s>{children}</s>
    case 'code':
      return <code className="font-mono text-sm text-chat-ink">{children}</code>
    case 'pre':
      return (
        <pre className="my-1 overflow-x-auto rounded-md bg-hover p-2 font-mono text-sm">
          {children}
        </pre>
      )
    case 'blockquote':
      return (
        <blockquote className="my-1 border-l-2 border-chat-ink bg-chat-ink/10 py-0.5 pr-2 pl-2.5">
          {children}
        </blockquote>
      )
    case 'text_link':
      return (
        <a
          href={entity.url}
          target="_blank"
          rel="noreferrer"
          className="text-chat-ink hover:underline"
        >
          {children}
        </a>
      )
    case 'spoiler':
      return <Spoiler>{children}</Spoiler>
  }
}

function Spoiler({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(false)
  return (
    <Tooltip text={shown ? 'Hide the spoiler' : 'Show the spoiler'}>
      <button
        type="button"
        aria-pressed={shown}
        className={cn(
          'rounded-sm text-left transition-colors',
          shown ? 'bg-hover' : 'bg-muted text-transparent',
        )}
        onClick={() => setShown(!shown)}
      >
        {children}
      </button>
    </Tooltip>
  )
}
