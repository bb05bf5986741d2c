import {
  Bold,
  Braces,
  Code,
  EyeOff,
  Italic,
  Link2,
  Quote,
  Smile,
  Strikethrough,
  Underline,
} from 'lucide-react'
import { Toolbar as Radix } from 'radix-ui'
import { memo, type ReactNode, Suspense } from 'react'
import { VARIABLES, variableWords } from '@carillon/contract/content/variables'
import { Button } from '../../../ui/Button.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import type { Format } from './format.ts'

// All emoji with their names: only for who wants one.
const EmojiPanel = lazyComponent(
  async () => (await import('../../../ui/emoji/EmojiPanel.tsx')).default,
)

type ToolbarProps = {
  onFormat: (format: Format) => void
  /** Puts a text where the cursor is. */
  onInsert: (text: string) => void
  /** What stands at its end. */
  children?: ReactNode
}

/** Buttons that format what is selected. A press leaves the focus in the text; arrow keys go from one to the next. */
export function Toolbar({ onFormat, onInsert, children }: ToolbarProps) {
  return (
    <Radix.Root
      aria-label="Formatting"
      className="flex flex-wrap gap-0.5 border-b border-line px-1.5 py-1"
    >
      <Formats onFormat={onFormat} />
      {/* On a phone they are a row of their own, which has room for words. */}
      <span className="flex flex-1 gap-0.5 max-sm:basis-full">
        <Inserts onInsert={onInsert} />
        {children && <span className="ml-auto flex">{children}</span>}
      </span>
    </Radix.Root>
  )
}

// Its buttons do not change while somebody types.
const Formats = memo(function Formats({ onFormat }: Pick<ToolbarProps, 'onFormat'>) {
  return buttons.map(({ format, label, icon: Icon }) => (
    <Tooltip key={format} text={label}>
      <Radix.Button asChild>
        <Button
          variant="plain"
          size="sm"
          icon
          aria-label={label.split(' (')[0]}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onFormat(format)}
        >
          <Icon size={16} aria-hidden />
        </Button>
      </Radix.Button>
    </Tooltip>
  ))
})

const Inserts = memo(function Inserts({ onInsert }: Pick<ToolbarProps, 'onInsert'>) {
  return (
    <>
      <Popover
        tip="Emoji"
        label="Emoji"
        side="top"
        className="w-80"
        trigger={
          <Radix.Button asChild>
            <Button variant="plain" size="sm" icon aria-label="Emoji">
              <Smile size={16} aria-hidden />
            </Button>
          </Radix.Button>
        }
      >
        <Suspense
          fallback={
            <Loading label="Loading the emoji">
              <Skeleton className="h-64" />
            </Loading>
          }
        >
          {/* The text takes the focus with it, and so closes the panel. */}
          <EmojiPanel onChoose={onInsert} />
        </Suspense>
      </Popover>
      <Menu
        head={<p className="px-2.5 py-1.5 text-sm text-muted">Each group and run has its own</p>}
        trigger={
          <Radix.Button asChild>
            <Button variant="plain" size="sm" icon aria-label="Insert">
              <Braces size={16} aria-hidden />
            </Button>
          </Radix.Button>
        }
        items={VARIABLES.map((name) => ({
          label: variableWords[name],
          onSelect: () => onInsert(`{{${name}}}`),
        }))}
      />
    </>
  )
})

const buttons = [
  { format: 'bold', label: 'Bold (Ctrl+B)', icon: Bold },
  { format: 'italic', label: 'Italic (Ctrl+I)', icon: Italic },
  { format: 'underline', label: 'Underline (Ctrl+U)', icon: Underline },
  { format: 'strikethrough', label: 'Strikethrough', icon: Strikethrough },
  { format: 'spoiler', label: 'Spoiler', icon: EyeOff },
  { format: 'code', label: 'Code', icon: Code },
  { format: 'link', label: 'Link (Ctrl+K)', icon: Link2 },
  { format: 'quote', label: 'Quote', icon: Quote },
] as const
