import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { lazyComponent, LazyDialog } from '../../ui/lazy.tsx'
import { paths } from '../paths.ts'
import { areSingleKeysOn } from './singleKeys.ts'

const Palette = lazyComponent(async () => (await import('../palette/Palette.tsx')).default)
const KeySheet = lazyComponent(async () => (await import('./KeySheet.tsx')).default)

type Overlay = 'palette' | 'keys'

/** Handles the shortcuts of all pages, and renders the dialogs that they open. */
export function useShortcuts(): { overlay: ReactNode; open: (overlay: Overlay) => void } {
  const navigate = useNavigate()
  const [open, setOpen] = useState<Overlay>()
  /** What was typed before the palette was there: it begins with it. */
  const typed = useRef('')

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      // A field may use the same keys, such as Ctrl+K for a link.
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      if (isPaletteKey(event)) {
        event.preventDefault()
        typed.current = ''
        return setOpen((present) => (present === 'palette' ? undefined : 'palette'))
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return
      // An overlay that was just opened may still be loading.
      if (open === 'palette' && event.key.length === 1 && !isSomethingOpen()) {
        event.preventDefault()
        typed.current += event.key
      }
      if (open) return
      if (!areSingleKeysOn() || isTyping(event.target) || isSomethingOpen()) return
      if (event.key === 'ArrowDown' ? !focusFirstRow(event.target) : !act(event.key)) return
      event.preventDefault()
    }

    function act(key: string): boolean {
      switch (key) {
        case 'n':
        case 'N':
          navigate(paths.newMessage)
          return true
        case '/':
          if (!focusSearch()) setOpen('palette')
          return true
        case '?':
          setOpen('keys')
          return true
        default:
          return false
      }
    }

    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [navigate, open])

  const close = () => {
    typed.current = ''
    setOpen(undefined)
  }
  const overlay = open && (
    <LazyDialog key={open} onFailed={close}>
      {open === 'palette' ? (
        <Palette typed={() => typed.current} close={close} showKeys={() => setOpen('keys')} />
      ) : (
        <KeySheet close={close} />
      )}
    </LazyDialog>
  )
  return { overlay, open: setOpen }
}

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey

/** Whether the focused element takes letters itself. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select') ||
    target.closest('[role=menu], [role=listbox], [role=grid]') !== null)

/** Whether a dialog or a menu is open, which handles its own keys. */
const isSomethingOpen = () =>
  document.querySelector('[role=dialog][data-state=open], [role=menu][data-state=open]') !== null

/** Moves the focus to the first row of a list, unless a control has it; from there the arrow keys move it. */
function focusFirstRow(target: EventTarget | null): boolean {
  const isFree = target === document.body || (target instanceof Element && target.matches('h1'))
  const row = isFree
    ? [...document.querySelectorAll<HTMLElement>('main a[data-row]')].find((it) =>
        it.checkVisibility(),
      )
    : undefined
  row?.focus()
  return row !== undefined
}

/** Moves the focus to the search field of the page, if it has one. */
function focusSearch(): boolean {
  const search = [...document.querySelectorAll<HTMLInputElement>('main input[type=search]')].find(
    (input) => input.checkVisibility(),
  )
  search?.focus()
  search?.select()
  return search !== undefined
}
