import { parse } from '@carillon/contract/content/markup'
import { useDeferredValue } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { wallClock } from '../../../ui/time/words.ts'
import type { MessageForm } from '../form.ts'
import { TelegramBubble } from '../TelegramBubble.tsx'

/** What members will see, as it is typed. */
export function Preview() {
  const { control } = useFormContext<MessageForm>()
  const text = useDeferredValue(useWatch({ control, name: 'text' }))
  const time = useWatch({ control, name: ['when', 'time'] })
  const [when, at] = time
  return <TelegramBubble rich={parse(text)} time={when === 'at' && at ? wallClock(at) : ''} />
}
