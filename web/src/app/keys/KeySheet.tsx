import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Key, MOD, PALETTE_KEY } from './Key.tsx'
import { setSingleKeys, useSingleKeys } from './singleKeys.ts'

/** All keyboard shortcuts, by where they work. */
const sections: { title: string; keys: { keys: string[]; does: string }[] }[] = [
  {
    title: 'Everywhere',
    keys: [
      { keys: [PALETTE_KEY], does: 'Search, or go to a page' },
      { keys: ['N'], does: 'New message' },
      { keys: ['/'], does: 'Search this page' },
      { keys: ['?'], does: 'Show these keys' },
      { keys: ['F8'], does: 'Go to the notice at the foot of the page' },
      { keys: ['Esc'], does: 'Close what is open' },
    ],
  },
  {
    title: 'Writing a message',
    keys: [
      { keys: [`${MOD} B`], does: 'Bold' },
      { keys: [`${MOD} I`], does: 'Italic' },
      { keys: [`${MOD} U`], does: 'Underline' },
      { keys: [`${MOD} K`], does: 'Link' },
      { keys: [`${MOD} Enter`], does: 'Schedule or save' },
    ],
  },
  {
    title: 'Lists',
    keys: [
      { keys: ['↓', '↑'], does: 'Go into the list, and from row to row' },
      { keys: ['Home', 'End'], does: 'Go to the first or the last row' },
      { keys: ['Enter'], does: 'Open it' },
    ],
  },
  {
    title: 'Calendar',
    keys: [
      { keys: ['Alt ←', 'Alt →'], does: 'Move a message by a day' },
      { keys: ['Alt ↑', 'Alt ↓'], does: 'Move it by a week' },
    ],
  },
]

/** The dialog with all shortcuts, where single-letter shortcuts can be switched off. */
export default function KeySheet({ close }: { close: () => void }) {
  const on = useSingleKeys()
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Keyboard shortcuts"
      actions={<Button onClick={close}>Close</Button>}
    >
      <div className="grid gap-5">
        {sections.map(({ title, keys }) => (
          <section key={title} className="grid gap-1">
            <h3 className="text-sm font-semibold text-muted">{title}</h3>
            <dl className="grid">
              {keys.map(({ keys, does }) => (
                <div
                  key={does}
                  className="flex min-h-9 items-center justify-between gap-4 border-b border-line last:border-0"
                >
                  <dt>{does}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keys.map((key) => (
                      <Key key={key}>{key}</Key>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <div className="flex items-center justify-between gap-4 rounded-lg bg-hover px-3.5 py-3">
          <span className="grid">
            <span className="font-medium">Single keys</span>
            <span className="text-sm text-muted">N, /, ? and ↓ while nothing is being typed.</span>
          </span>
          <Switch label="Single keys" on={on} onChange={setSingleKeys} />
        </div>
      </div>
    </Dialog>
  )
}
