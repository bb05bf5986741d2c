import { Button, type ButtonProps } from './Button.tsx'
import { Tooltip } from './Tooltip.tsx'

/** A button that, while `reason` is given, cannot be pressed and says why; it stays reachable by keyboard. */
export function ReasonedButton({ reason, ...props }: ButtonProps & { reason: string | undefined }) {
  return (
    <Tooltip text={reason}>
      <Button {...props} {...(reason ? { 'aria-disabled': true } : {})} />
    </Tooltip>
  )
}
