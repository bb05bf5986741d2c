import { type Connection, createConnection, pairConnection } from '@carillon/contract/connections'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call } from '../../api/call.ts'
import { formProblems } from '../../api/formErrors.ts'
import { tierWords, useRefusalToast } from '../../app/refusalToast.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { setConnection } from '../connections/cache.ts'

type Values = { token: string }

/** Takes the token of one's own bot: for a new connection, or a new token for `connection`. */
export function OwnBotForm({ connection }: { connection?: Connection }) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const form = useForm<Values>({ defaultValues: { token: '' } })
  const { errors, isSubmitting } = form.formState

  async function connect({ token }: Values) {
    try {
      setConnection(
        queryClient,
        connection
          ? await call(pairConnection, { params: { id: connection.id }, body: { token } })
          : await call(createConnection, { body: { channel: 'telegram-bot', token } }),
      )
      form.reset()
    } catch (error) {
      if (tierWords(error)) return tellRefusal(error, '')
      // The token is the only field here, so every error is shown at it.
      const { fields, form: message } = formProblems(error, () => 'token' as const)
      form.setError(
        'token',
        { message: fields[0]?.message ?? message ?? '' },
        { shouldFocus: true },
      )
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(connect)(event)}
      className="grid gap-4"
    >
      <ol className="grid list-decimal gap-1 pl-5 text-muted marker:text-muted">
        <li>
          In Telegram, open <strong className="font-medium text-ink">@BotFather</strong> and send{' '}
          <code className="font-mono text-ink">{connection ? '/token' : '/newbot'}</code>.
        </li>
        <li>Copy the token it answers with.</li>
        <li>Paste it here.</li>
      </ol>
      <Field
        label="Bot token"
        error={errors.token?.message}
        hint="Stored encrypted. It is never shown again."
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('token', {
              required: 'Paste the token of your bot.',
              pattern: {
                value: /^\s*\d{3,20}:[\w-]{20,}\s*$/,
                message: 'A token looks like 123456789:AbC…; copy all of it.',
              },
            })}
            autoComplete="off"
            spellCheck={false}
            placeholder="123456789:AbCdEf…"
            className="font-mono"
          />
        )}
      </Field>
      <div>
        <Button type="submit" loading={isSubmitting}>
          {connection ? 'Use this token' : 'Connect your bot'}
        </Button>
      </div>
    </form>
  )
}
