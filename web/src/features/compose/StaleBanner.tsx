import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'

type StaleBannerProps = { noun: string; load: () => void; keep: () => void }

/** What is edited was changed elsewhere: in another tab, or by being sent. */
export function StaleBanner({ noun, load, keep }: StaleBannerProps) {
  return (
    <Banner
      tone="warn"
      title={`This ${noun} has changed since you opened it`}
      action={
        <>
          <Button size="sm" onClick={keep}>
            Keep mine
          </Button>
          <Button size="sm" variant="primary" onClick={load}>
            Load the newest
          </Button>
        </>
      }
    >
      Load the newest to see it, which drops what you typed here; or keep yours and save again over
      it.
    </Banner>
  )
}
