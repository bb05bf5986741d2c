import { EmojiPicker, type EmojiPickerListComponents } from 'frimousse'
import { Search } from 'lucide-react'
import { cn } from '../cn.ts'
import { controlClasses } from '../controlClasses.ts'
import { emojiData } from './data.ts'

/** A panel of all emoji with a search. Arrow keys move, Enter chooses. */
export default function EmojiPanel({ onChoose }: { onChoose: (emoji: string) => void }) {
  return (
    <EmojiPicker.Root
      // Low enough to have room above the text of a new message, which it would cover below.
      className="flex h-64 flex-col"
      columns={8}
      resolveEmojiData={resolve}
      onEmojiSelect={({ emoji }) => onChoose(emoji)}
    >
      <div className="relative p-2">
        <Search
          size={16}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted"
        />
        <EmojiPicker.Search
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- It comes after its panel, which has taken the focus.
          autoFocus
          aria-label="Search emoji"
          placeholder="Search emoji"
          // Enter chooses the emoji, and must not submit the form of the text.
          form=""
          className={cn(controlClasses, 'h-9 pointer-coarse:h-11 pl-8')}
        />
      </div>
      <EmojiPicker.Viewport className="flex-1" style={thin}>
        <EmojiPicker.Loading className="block p-4 text-center text-muted">
          Loading the emoji…
        </EmojiPicker.Loading>
        <EmojiPicker.Empty className="block p-4 text-center text-muted">
          No emoji found.
        </EmojiPicker.Empty>
        <EmojiPicker.List className="pb-1.5 select-none" components={components} />
      </EmojiPicker.Viewport>
      <div className="flex h-11 items-center justify-between gap-2 border-t border-line px-3">
        <EmojiPicker.ActiveEmoji>
          {({ emoji }) => (
            <span className="truncate text-sm text-muted">{emoji?.label ?? 'Choose an emoji'}</span>
          )}
        </EmojiPicker.ActiveEmoji>
        <EmojiPicker.SkinToneSelector className="grid size-8 shrink-0 place-items-center rounded-md text-lg transition-colors hover:bg-hover" />
      </div>
    </EmojiPicker.Root>
  )
}

const resolve = () => emojiData

const thin = { scrollbarWidth: 'thin', scrollbarColor: 'var(--line-strong) transparent' } as const

/** The library counts from 0, ARIA from 1. */
const counted = (index: number | undefined) => (index === undefined ? index : index + 1)

const components: EmojiPickerListComponents = {
  CategoryHeader: ({ category, ...props }) => (
    <div {...props} className="bg-raised px-3 pt-2 pb-1 text-xs font-medium text-muted">
      {category.label}
    </div>
  ),
  Row: ({ children, 'aria-rowindex': row, ...props }) => (
    <div {...props} role="row" aria-rowindex={counted(row)} className="px-1.5">
      {children}
    </div>
  ),
  Emoji: ({ emoji, 'aria-colindex': column, ...props }) => (
    <button
      type="button"
      {...props}
      role="gridcell"
      aria-colindex={counted(column)}
      className="grid size-9 place-items-center rounded-md text-xl data-active:bg-hover"
    >
      {emoji.emoji}
    </button>
  ),
}
