import type { Message } from '@carillon/contract/messages'
import { Banner } from '../../../ui/Banner.tsx'
import { hasFailed, RetryFailed } from './RetryFailed.tsx'

/** What a person should look at. What failed of the last send can be tried again here, all of it. */
export function AttentionBanner({ message }: { message: Message }) {
  const { attention } = message
  if (!attention) return null
  return (
    <Banner
      tone="warn"
      className="mb-5"
      action={hasFailed(message) && <RetryFailed message={message} />}
    >
      {attention.text}
    </Banner>
  )
}
