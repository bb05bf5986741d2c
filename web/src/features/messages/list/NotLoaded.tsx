import { errorWords } from '../../../api/errors.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'

type NotLoadedProps = { list: { error: unknown; refetch: () => Promise<unknown> } }

/** Shown if messages could not be loaded: the reason, and a button to try again. */
export function NotLoaded({ list }: NotLoadedProps) {
  return (
    <Banner
      tone="danger"
      title="The messages could not be loaded"
      action={<Button onClick={() => void list.refetch()}>Retry</Button>}
    >
      {errorWords(list.error)}
    </Banner>
  )
}
