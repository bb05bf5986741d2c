import { errorWords } from '../../../api/errors.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'

type NotLoadedProps = { list: { error: unknown; refetch: () => Promise<unknown> } }

/** In the place of messages that could not be loaded: why, and another try. */
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
