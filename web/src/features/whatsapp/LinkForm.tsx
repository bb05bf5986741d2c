import type { Connection } from '@carillon/contract/connections'
import type { ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { formProblems } from '../../api/formErrors.ts'
import { tierWords, useRefusalToast } from '../../app/refusalToast.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Choice, choicesClasses } from '../../ui/Choice.tsx'
import { cn } from '../../ui/cn.ts'
import { Field, Problem } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { useWide } from '../../ui/useWide.ts'
import { type Wish, useLink } from './useLink.ts'

type LinkFormProps = {
  /** The number that is to be linked again; without it a new one, for which consent is asked. */
  connection?: Connection
  /** What stands beside the button. */
  aside?: ReactNode
}

const ways = {
  qr: { label: 'Scan a QR code', button: 'Show the QR code' },
  code: { label: 'Type a code', button: 'Get a code' },
}

/**
 * How a number is linked. On a phone the code comes first: nobody can scan the screen that they hold.
 */
export default function LinkForm({ connection, aside }: LinkFormProps) {
  const isWide = useWide()
  const link = useLink(connection)
  const tellRefusal = useRefusalToast()
  const form = useForm<Wish>({
    defaultValues: { method: isWide ? 'qr' : 'code', phone: '', consent: false },
  })
  const { errors, isSubmitting } = form.formState
  const method = useWatch({ control: form.control, name: 'method' })
  const order = isWide ? (['qr', 'code'] as const) : (['code', 'qr'] as const)

  async function submit(wish: Wish) {
    try {
      await link(wish)
    } catch (error) {
      if (tierWords(error)) return tellRefusal(error, '')
      const { fields, form: message } = formProblems(error, (path) =>
        path === 'phone' || path === 'consent' ? path : undefined,
      )
      for (const { path, message: words } of fields) form.setError(path, { message: words })
      if (message) form.setError('root', { message })
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
      className={cn('grid gap-x-8 gap-y-3', !connection && 'lg:grid-cols-2')}
    >
      {!connection && <Consent />}
      <div className="grid max-w-xl content-start gap-4">
        {!connection && (
          <div className="grid gap-1.5">
            <Checkbox
              {...form.register('consent', { required: 'Tick the box to go on.' })}
              aria-invalid={errors.consent ? true : undefined}
              label="I understand that WhatsApp may restrict or ban this number."
            />
            {errors.consent && <Problem>{errors.consent.message}</Problem>}
          </div>
        )}
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 text-sm font-medium">How to link</legend>
          <div className={choicesClasses}>
            {order.map((way) => (
              <Choice key={way} {...form.register('method')} value={way} label={ways[way].label} />
            ))}
          </div>
        </fieldset>
        {method === 'code' && (
          <Field
            label="Phone number"
            hint="The number of the WhatsApp account, with its country code."
            error={errors.phone?.message}
          >
            {(control) => (
              <Input
                {...control}
                {...form.register('phone', {
                  required: 'Enter the phone number.',
                  pattern: {
                    value: /^\+?[\d\s().-]{7,25}$/,
                    message: 'Enter the number with its country code, such as +49 151 23456789.',
                  },
                })}
                type="tel"
                autoComplete="tel"
                placeholder="+49 151 23456789"
              />
            )}
          </Field>
        )}
        {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" loading={isSubmitting}>
            {ways[method].button}
          </Button>
          {aside}
        </div>
      </div>
    </form>
  )
}

/** What somebody agrees to, before the first code is asked for. */
function Consent() {
  return (
    <ul className="grid list-disc content-start gap-1 pl-5 text-muted marker:text-muted">
      <li>
        Carillon becomes a linked device of your number, as WhatsApp Web is; the phone lists it as
        “Google Chrome (Carillon)”. WhatsApp offers no official way into groups that exist already.
      </li>
      <li>
        WhatsApp does not allow automated messages sent in this way.{' '}
        <strong className="font-medium text-ink">
          It may restrict or ban the number without warning.
        </strong>{' '}
        Use a number that you can do without, and groups that expect your messages.
      </li>
      <li>
        This server stores, encrypted, the keys of the link, and also the names of your groups and
        what you send. What others write is not stored.
      </li>
      <li>
        Open WhatsApp on its phone at least every two weeks: otherwise WhatsApp ends the link.
      </li>
      <li>
        You can unlink at any time, here or in WhatsApp under Linked devices. Carillon is not part
        of WhatsApp or Meta.
      </li>
    </ul>
  )
}
