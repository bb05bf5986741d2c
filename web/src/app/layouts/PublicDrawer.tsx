import { Menu as MenuIcon } from 'lucide-react'
import { lazy, startTransition, Suspense, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { useEarlyPress } from '../earlyPress.ts'

const fetchWays = () => import('./PublicWays.tsx')
const Ways = lazy(fetchWays)

/** Under 768 px: the ways from the bar, in a drawer from the left, 300 px wide and 400 px from 640 px on. */
export function PublicDrawer() {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEarlyPress(button, () => setOpen(true))
  const fetchEarly = () => {
    // A failure is told of when the drawer is really opened.
    fetchWays().catch(() => {})
  }
  return (
    <div className="md:hidden">
      <Button
        ref={button}
        variant="plain"
        icon
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        // The press is answered at once; what it opens may take a slow phone some frames.
        onClick={() => startTransition(() => setOpen(true))}
        onPointerEnter={fetchEarly}
        onFocus={fetchEarly}
      >
        <MenuIcon aria-hidden />
      </Button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title="Menu"
        className="w-[300px] border-r border-line sm:w-[400px]"
      >
        <Suspense>
          <Ways close={() => setOpen(false)} />
        </Suspense>
      </Sheet>
    </div>
  )
}
