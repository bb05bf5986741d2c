import type { MessageStatus } from '@carillon/contract/messages'
import type { ReactNode } from 'react'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'

type GoneBannerProps = {
  status: MessageStatus | 'deleted'
  saving: boolean
  /** Whether a save got no answer. */
  isInDoubt: boolean
  onCopy: () => void
  onDiscard: () => void
  /** Why it could not be saved. */
  children: ReactNode
}

/** The message was sent, canceled or deleted while somebody was typing: the typed text is kept. */
export function GoneBanner(props: GoneBannerProps) {
  const { status, saving, isInDoubt, onCopy, onDiscard, children } = props
  return (
    <div className="grid gap-3 py-3">
      {children}
      <Banner
        tone="warn"
        title={titles[status] ?? 'This message cannot be changed any more'}
        action={
          <>
            <Button size="sm" onClick={onDiscard}>
              Discard
            </Button>
            <Button size="sm" variant="primary" loading={saving} onClick={onCopy}>
              Save as a new draft
            </Button>
          </>
        }
      >
        {isInDoubt
          ? 'No answer came when you saved what you changed here, so it may be saved: look first.'
          : `What you changed here was not saved${status === 'deleted' ? '' : ' and is not part of it'}. Copy it, or save it as a new draft.`}
      </Banner>
    </div>
  )
}

const titles: Partial<Record<MessageStatus | 'deleted', string>> = {
  sending: 'This message is being sent',
  sent: 'This message was sent',
  partly_sent: 'This message was sent to some of its groups',
  canceled: 'This message was cancelled',
  deleted: 'This message was deleted',
}
