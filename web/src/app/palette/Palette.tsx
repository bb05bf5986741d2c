import { useState } from 'react'
import { Finder } from '../../ui/Finder.tsx'
import { Key } from '../keys/Key.tsx'
import { matching, useCommands } from './commands.ts'
import { useFoundGroups, useFoundSources } from './found.ts'

type PaletteProps = {
  /** What was typed while it was loading. */
  typed: () => string
  close: () => void
  showKeys: () => void
}

/** The command palette: finds pages, messages, cycles and groups, and runs the commands of all pages. */
export default function Palette({ typed, close, showKeys }: PaletteProps) {
  const [query, setQuery] = useState(typed)
  const wanted = query.trim()
  const commands = useCommands(close, showKeys)
  const sources = useFoundSources(wanted, close)
  const groups = useFoundGroups(wanted, close)
  return (
    <Finder
      label="Search"
      placeholder="Find messages, cycles, groups"
      query={query}
      onQuery={setQuery}
      groups={[
        ...matching(commands, wanted),
        { title: 'Messages', items: sources.messages },
        { title: 'Cycles', items: sources.cycles },
        { title: 'Groups', items: groups },
      ].filter(({ items }) => items.length > 0)}
      busy={sources.busy}
      nothing={sources.failed ? 'Messages and cycles could not be searched.' : 'No results.'}
      close={close}
      foot={
        <>
          <span className="flex items-center gap-1.5">
            <Key>↑</Key>
            <Key>↓</Key> to move
          </span>
          <span className="flex items-center gap-1.5">
            <Key>Enter</Key> to open
          </span>
          <span className="ml-auto flex items-center gap-1.5">
            <Key>?</Key> all keys
          </span>
        </>
      }
    />
  )
}
