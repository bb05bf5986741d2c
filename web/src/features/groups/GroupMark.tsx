import { channelFacts } from '@carillon/contract/channels'
import type { Group } from '@carillon/contract/groups'
import { useState } from 'react'
import { cn } from '../../ui/cn.ts'
import { useGroupColors } from './color.ts'
import { initialsOf } from './initials.ts'

/** Without an id it is a chat that is no group yet, and has no color. */
export type MarkedGroup = Pick<Group, 'title'> & Partial<Pick<Group, 'id' | 'channel' | 'photoUrl'>>

type GroupMarkProps = {
  group: MarkedGroup
  /** Within a line of text. */
  small?: boolean
}

/** Stands before the name of a group: its photo, or its initials in its color, and in the corner the network it is on. */
export function GroupMark({ group: { id, title, channel, photoUrl }, small }: GroupMarkProps) {
  const colorOf = useGroupColors()
  const [broken, setBroken] = useState<string>()
  return (
    <span
      className={cn(
        'relative inline-grid shrink-0 place-items-center rounded-full align-middle font-semibold text-canvas select-none',
        small ? 'mr-1 size-5 text-xs' : 'size-9 text-sm',
      )}
      style={{ background: id === undefined ? 'var(--muted)' : colorOf(id) }}
    >
      {photoUrl && photoUrl !== broken ? (
        <img
          src={photoUrl}
          alt=""
          loading="lazy"
          className="size-full rounded-full object-cover"
          onError={() => setBroken(photoUrl)}
        />
      ) : (
        <span aria-hidden>{initialsOf(title, small ? 1 : 2)}</span>
      )}
      {channel && (
        <NetworkSign
          channel={channel}
          className={cn(
            'absolute',
            // Lists cut what reaches below a line.
            small ? '-right-1.5 bottom-0 size-3' : '-right-1.5 -bottom-1 size-4',
          )}
        />
      )}
    </span>
  )
}

type NetworkSignProps = { channel: Group['channel']; className: string }

/** The sign of a network; its label is the name of the network. */
function NetworkSign({ channel, className }: NetworkSignProps) {
  const { network } = channelFacts[channel]
  const { color, path } = signs[network]!
  return (
    <svg
      viewBox="0 0 12 12"
      role="img"
      aria-label={network}
      className={className}
      style={{ color }}
    >
      <circle cx="6" cy="6" r="6" fill="var(--surface)" />
      <circle cx="6" cy="6" r="5.2" fill="currentColor" />
      <path d={path} fill="var(--canvas)" />
    </svg>
  )
}

/** By the name of the network, since several channels lead into one. */
const signs: Record<string, { color: string; path: string }> = {
  // A paper plane.
  Telegram: {
    color: 'var(--telegram)',
    path: 'M2.3 5.9 9.2 3 8 9 5.7 7.4l-1 1.1-.3-2L7.4 4.3 3.8 6.4z',
  },
  // A handset.
  WhatsApp: {
    color: 'var(--whatsapp)',
    path: 'M4.3 3c.5 0 .7.9.9 1.3.1.3-.3.6-.5.9.4.9 1.1 1.6 2 2 .3-.2.6-.6.9-.5.4.2 1.3.4 1.3.9 0 .8-.8 1.4-1.6 1.4C5 9 3 7 3 4.7c0-.8.5-1.7 1.3-1.7z',
  },
}
