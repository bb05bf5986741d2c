import { Button, type ButtonProps } from './Button.tsx'
import { Tooltip } from './Tooltip.tsx'

/** A button that is disabled while `reason` is given, and says why. The keyboard can still focus it. */
export function ReasonedButton({ reason, ...props }: ButtonProps & { reason: string | undefined }) {
  return (
    <Tooltip text={reason}>
      <Button {...props} {...(reason ? { 'aria-disabled': true } : {})} />
    </Tooltip>
  )
}
