import type { Message } from '@carillon/contract/messages'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useMessageActions } from '../actions/useMessageActions.tsx'
import { isDismissible } from '../words.ts'
import { canRetryFailed, RetryFailed } from './RetryFailed.tsx'

/**
 * What needs attention. Failed copies of the last send can be retried here; a problem without a remedy can be
 * dismissed.
 */
export function AttentionBanner({ message }: { message: Message }) {
  const { attention } = message
  const { dismiss, busy } = useMessageActions(message)
  if (!attention) return null
  const failed = canRetryFailed(message)
  const seen = isDismissible(message)
  return (
    <Banner
      tone="warn"
      className="mb-5"
      action={
        (failed || seen) && (
          <>
            {failed && <RetryFailed message={message} />}
            {seen && (
              <Button variant="plain" loading={busy} onClick={dismiss}>
                Dismiss
              </Button>
            )}
          </>
        )
      }
    >
      {attention.text}
    </Banner>
  )
}
