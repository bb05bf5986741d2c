import { lazyComponent, LazyPart } from '../../../ui/lazy.tsx'

// Loaded with the first such copy, because few messages have one.
const UnconfirmedCopies = lazyComponent(
  async () => (await import('./UnconfirmedCopies.tsx')).default,
)

/** The unconfirmed copies of a message, with the buttons that settle them. */
export const Unconfirmed = ({ messageId }: { messageId: string }) => (
  <LazyPart>
    <UnconfirmedCopies messageId={messageId} />
  </LazyPart>
)
