import { later, LaterPart } from '../../../ui/later.tsx'

// Loaded with the first such copy, because few messages have one.
const UnconfirmedCopies = later(async () => (await import('./UnconfirmedCopies.tsx')).default)

/** The unconfirmed copies of a message, with the buttons that settle them. */
export const Unconfirmed = ({ messageId }: { messageId: string }) => (
  <LaterPart>
    <UnconfirmedCopies messageId={messageId} />
  </LaterPart>
)
