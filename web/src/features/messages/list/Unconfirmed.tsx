import { later, LaterPart } from '../../../ui/later.tsx'

// Few messages have such copies: what draws them comes with the first.
const UnconfirmedCopies = later(async () => (await import('./UnconfirmedCopies.tsx')).default)

/** The copies of a message that may have been sent, to be settled where they are seen. */
export const Unconfirmed = ({ messageId }: { messageId: string }) => (
  <LaterPart>
    <UnconfirmedCopies messageId={messageId} />
  </LaterPart>
)
