import { Bold, Code, EyeOff, Italic, Link2, Quote, Strikethrough, Underline } from 'lucide-react'
import { Toolbar as Radix } from 'radix-ui'
import { Button } from '../../../ui/Button.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import type { Format } from './format.ts'

type ToolbarProps = {
  onFormat: (format: Format) => void
  /** Puts a text where the cursor is. */
  onInsert: (text: string) => void
}

/** Buttons that format what is selected. A press leaves the focus in the text; arrow keys go from one to the next. */
export function Toolbar({ onFormat }: ToolbarProps) {
  return (
    <Radix.Root
      aria-label="Formatting"
      className="flex flex-wrap gap-0.5 border-b border-line px-1.5 py-1"
    >
      {buttons.map(({ format, label, icon: Icon }) => (
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
      ))}
    </Radix.Root>
  )
}

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
