import { Button } from '../../ui/Button.tsx'
import { useResend } from './useResend.ts'

/** A way to get another code. */
export function ResendLine({ send }: { send: () => Promise<void> }) {
  const { busy, told, resend } = useResend(send)
  return (
    <>
      <Button variant="plain" size="sm" loading={busy} onClick={() => void resend()}>
        Send a new code
      </Button>
      <p role="status">{told}</p>
    </>
  )
}
