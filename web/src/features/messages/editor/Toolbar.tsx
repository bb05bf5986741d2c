import { Bold, Code, EyeOff, Italic, Link2, Quote, Strikethrough, Underline } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import type { Format } from '../format.ts'

/** Buttons that format what is selected. They leave the focus in the text. */
export function Toolbar({ onFormat }: { onFormat: (format: Format) => void }) {
  return (
    <div role="toolbar" aria-label="Formatting" className="flex flex-wrap gap-0.5">
      {buttons.map(({ format, label, icon: Icon }) => (
        <Tooltip key={format} text={label}>
          <Button
            variant="plain"
            size="sm"
            icon
            aria-label={label}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onFormat(format)}
          >
            <Icon size={16} aria-hidden />
          </Button>
        </Tooltip>
      ))}
    </div>
  )
}

const buttons = [
  { format: 'bold', label: 'Bold', icon: Bold },
  { format: 'italic', label: 'Italic', icon: Italic },
  { format: 'underline', label: 'Underline', icon: Underline },
  { format: 'strikethrough', label: 'Strikethrough', icon: Strikethrough },
  { format: 'spoiler', label: 'Spoiler', icon: EyeOff },
  { format: 'code', label: 'Code', icon: Code },
  { format: 'link', label: 'Link', icon: Link2 },
  { format: 'quote', label: 'Quote', icon: Quote },
] as const
