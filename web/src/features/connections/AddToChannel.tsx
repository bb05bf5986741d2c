import type { Connection } from '@carillon/contract/connections'
import { Check, Copy, Plus } from 'lucide-react'
import { useState } from 'react'
import { useExternalLink } from '../../api/useExternalLink.ts'
import { Button, buttonClasses } from '../../ui/Button.tsx'
import { connectionName } from './words.ts'

export type ChannelLink = { url: string; post?: string | undefined }

type AddToChannelProps = {
  connection: Connection
  link: ChannelLink
  /** Called when the steps that use up the link are opened. */
  onOpen?: (() => void) | undefined
}

/** How an account comes into a channel, and how an admin proves that the channel is theirs. */
export function AddToChannel({ connection, link: { url, post }, onOpen }: AddToChannelProps) {
  const outward = useExternalLink()
  const name = connectionName(connection)
  return (
    <details onToggle={({ currentTarget: { open } }) => post && open && onOpen?.()}>
      <summary className={buttonClasses()}>Add to a channel</summary>
      <ol className="mt-3 grid list-decimal gap-3 pl-5 marker:text-muted">
        <li>
          Add the bot to a channel of yours, as an admin that may post.
          <div className="mt-2">
            <a {...outward(url)} className={buttonClasses()}>
              <Plus size={16} aria-hidden />
              <span className="truncate">Add {name} to a channel</span>
            </a>
          </div>
        </li>
        {post ? (
          <li>
            Post this in the channel, to prove that you are its admin. The channel then appears
            here, and you can delete the post.
            <Post text={post} />
          </li>
        ) : (
          <li>The channel then appears here, under “Available chats”. Press Add there.</li>
        )}
      </ol>
    </details>
  )
}

function Post({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      <code className="min-w-0 rounded-md border border-line bg-surface px-3 py-2 font-mono break-all select-all">
        {text}
      </code>
      <Button onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
        {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  )
}
