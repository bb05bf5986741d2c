import { Bold, Code, EyeOff, Italic, Link2, Quote, Strikethrough, Underline } from 'lucide-react'
import { Toolbar as Radix } from 'radix-ui'
import { Button } from '../../../ui/Button.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import type { Format } from '../format.ts'

/** Buttons that format what is selected. A press leaves the focus in the text; arrow keys go from one to the next. */
export function Toolbar({ onFormat }: { onFormat: (format: Format) => void }) {
  return (
    <Radix.Root aria-label="Formatting" className="flex flex-wrap gap-0.5">
      {buttons.map(({ format, label, icon: Icon }) => (
        <Tooltip key={format} text={label}>
          <Radix.Button asChild>
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
          </Radix.Button>
        </Tooltip>
      ))}
    </Radix.Root>
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
