import { Menu as MenuIcon } from 'lucide-react'
import { startTransition, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { useHydrated } from '../../ui/useHydrated.ts'
import { DrawerLinks } from './DrawerLinks.tsx'

/** Under 768 px: the links of the bar, in a drawer from the left, 300 px wide and 400 px from 640 px on. */
export function PublicDrawer() {
  const [open, setOpen] = useState(false)
  return (
    <div className="md:hidden">
      <Button
        variant="plain"
        icon
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={!useHydrated()}
        className="disabled:opacity-100"
        // The button responds at once; rendering the drawer may take a slow phone some frames.
        onClick={() => startTransition(() => setOpen(true))}
      >
        <MenuIcon aria-hidden />
      </Button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title="Menu"
        className="w-[300px] border-r border-line sm:w-[400px]"
      >
        <DrawerLinks close={() => setOpen(false)} />
      </Sheet>
    </div>
  )
}
