import type { ComponentProps } from 'react'
import { useConfig } from '../../api/useConfig.ts'
import { useExternalLink } from '../../api/useExternalLink.ts'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { linkClasses } from './IdentityForm.tsx'

/** The digits of a mailed code. On a sandbox it says where that mail is. */
export function CodeField({
  error,
  ...props
}: ComponentProps<'input'> & { error: string | undefined }) {
  const sandbox = useConfig().data?.sandbox
  const outward = useExternalLink()
  return (
    <Field
      label="Code"
      error={error}
      hint={
        sandbox ? (
          <>
            This is a sandbox: the mail is in its{' '}
            <a {...outward(sandbox.mailboxUrl)} className={linkClasses}>
              mailbox
            </a>
            .
          </>
        ) : (
          'It works for ten minutes. Look into the spam folder too.'
        )
      }
    >
      {(control) => (
        <Input
          {...control}
          {...props}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          className="font-mono tracking-[0.3em]"
          data-tabular
        />
      )}
    </Field>
  )
}
