import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useRef,
} from 'react'
import { useFirstField } from '../../../app/useFirstField.ts'
import { cn } from '../../../ui/cn.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Textarea } from '../../../ui/Input.tsx'
import { lazyComponent, LazyPart } from '../../../ui/lazy.tsx'
import { useFrozenWhilePressed } from '../../../ui/press.ts'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { useStableCallback } from '../../../ui/useStableCallback.ts'
import { AttachMenu } from '../media/AttachMenu.tsx'
import { FILES_MAX, thingOf } from '../media/files.ts'
import { type Files, useAttaching } from '../media/useAttaching.ts'
import type { Network } from '../networks.ts'
import { Counters } from './Counters.tsx'
import { type Format, formatted } from './format.ts'
import { markupOfHtml } from './fromHtml.ts'
import { TooLong } from './TooLong.tsx'
import { Toolbar } from './Toolbar.tsx'

// Only a message with files loads it.
const Tray = lazyComponent(async () => (await import('../media/Tray.tsx')).default)

type ContentEditorProps = {
  /** The text in its markup. */
  value: string
  onChange: (text: string) => void
  onBlur?: () => void
  /** The files that go with it; without, it takes none. */
  files?: Files
  /** It stands below files that stay as they are. */
  isCaption?: boolean
  /** What is wrong, in words. */
  problem?: string | undefined
  /** Where it goes: each has its own limit. */
  networks: readonly Network[]
  label?: string
  /** The name of the control, where a form knows it only as a part of a field. */
  name?: string
  /** What stands at the end of its toolbar. */
  end?: ReactNode
  /** How many lines it begins with. */
  rows?: number
  /** It is what a page begins with: has the focus when that opens. */
  first?: boolean
  /** Whether its text goes after the files, as a message of its own, where that can be chosen. */
  after?: { value: boolean; onChange: (after: boolean) => void }
  /** Moves the focus into the text. */
  ref?: Ref<{ focus: () => void }>
}

/** What is said: the text with its formatting, and how much of each limit it uses. */
export function ContentEditor(props: ContentEditorProps) {
  const {
    value,
    onChange,
    onBlur,
    files,
    isCaption = false,
    problem,
    networks,
    label = 'Message',
    name,
    end,
    rows = 7,
    first = false,
    after,
    ref,
  } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const { attach, reuse, events, isOver } = useAttaching(files)
  const attached = files?.value.length ?? 0
  // It moves what lies below.
  const hasTray = useFrozenWhilePressed(attached > 0)
  const below = isCaption || (attached > 0 && !after?.value)
  const thing = thingOf(files?.value ?? [])
  useImperativeHandle(ref, () => ({ focus: () => area.current?.focus() }), [])
  useFirstField(() => area.current?.focus({ preventScroll: true }), first)

  // The tools are not drawn anew with each key.
  const [onAttach, onReuse] = [useStableCallback(attach), useStableCallback(reuse)]
  const format = useCallback((how: Format) => {
    const { current } = area
    if (!current) return
    const { value, selectionStart, selectionEnd } = current
    const edit = formatted(value, selectionStart, selectionEnd, how)
    replace(current, edit.from, edit.to, edit.insert)
    current.setSelectionRange(edit.selectFrom, edit.selectTo)
  }, [])
  const insert = useCallback((text: string) => {
    const { current } = area
    if (current) replace(current, current.selectionStart, current.selectionEnd, text)
  }, [])
  /** Puts in what was copied from a page or a document with the formatting that the markup knows. */
  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const markup = markupOfHtml(event.clipboardData.getData('text/html'))
    if (markup === undefined) return
    event.preventDefault()
    insert(markup)
  }
  function onKeyDown(event: KeyboardEvent) {
    const how = event.ctrlKey || event.metaKey ? shortcuts[event.key.toLowerCase()] : undefined
    if (!how) return
    event.preventDefault()
    format(how)
  }

  return (
    <div className="grid gap-2">
      <Field
        label={label}
        error={problem}
        aside={<Counters text={value} networks={networks} isCaption={below} />}
      >
        {(control) => (
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- What a drop does, the menu does by keyboard.
          <div
            {...events}
            className={cn(
              'rounded-md border border-edge bg-surface outline-accent-text transition-colors has-aria-invalid:border-danger has-[textarea:focus-visible]:outline-2',
              isOver && 'outline-2 outline-dashed',
            )}
          >
            <Toolbar onFormat={format} onInsert={insert}>
              {end}
              {files && (
                <AttachMenu onAttach={onAttach} onReuse={onReuse} room={FILES_MAX - attached} />
              )}
            </Toolbar>
            <Textarea
              {...control}
              ref={area}
              name={name}
              // In a dialog the tools before it would have the focus, and show their names over its label.
              {...(first ? { 'data-autofocus': true } : {})}
              value={value}
              rows={rows}
              dir="auto"
              className={cn(
                'block max-h-[50dvh] rounded-t-none border-0 bg-transparent outline-none text-md leading-6',
                rows > 3 && 'min-h-40',
              )}
              placeholder={below ? 'Write a caption…' : 'Write your message…'}
              onChange={(event) => onChange(event.target.value)}
              // Nobody has yet left out what the page put the focus on.
              onBlur={first && value === '' ? undefined : onBlur}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
            />
            {files && hasTray && attached > 0 && (
              <LazyPart
                fallback={
                  <Loading label="Loading the files">
                    <Skeleton className="h-28" />
                  </Loading>
                }
              >
                <Tray files={files.value} onChange={files.onChange} />
              </LazyPart>
            )}
          </div>
        )}
      </Field>
      <TooLong
        text={value}
        networks={networks}
        isCaption={below}
        onSelect={(from) => {
          area.current?.focus()
          area.current?.setSelectionRange(from, value.length)
        }}
        onAfter={after && (() => after.onChange(true))}
        thing={thing}
      />
      {after?.value && attached > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <p className="text-sm text-muted">
            The text goes after the {thing}, as a message of its own.
          </p>
          <Button size="sm" onClick={() => after.onChange(false)}>
            Make it the caption
          </Button>
        </div>
      )}
    </div>
  )
}

const shortcuts: Partial<Record<string, Format>> = {
  b: 'bold',
  i: 'italic',
  u: 'underline',
  k: 'link',
}

/** Puts a text in a place of another, as if it had been typed, so that the browser can undo it. */
function replace(area: HTMLTextAreaElement, from: number, to: number, insert: string) {
  area.focus()
  area.setSelectionRange(from, to)
  // Old, but the only way into the undo history; where it is gone the text changes without it.
  if (!document.execCommand('insertText', false, insert)) {
    area.setRangeText(insert, from, to, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
