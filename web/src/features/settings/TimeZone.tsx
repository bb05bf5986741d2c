import { zoneCity } from '@carillon/contract/zones'
import { useMutation } from '@tanstack/react-query'
import { errorWords } from '../../api/errors.ts'
import { useUser } from '../../api/session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useNow } from '../../ui/time/useNow.ts'
import { zoneOffset } from '../../ui/time/words.ts'
import { toast } from '../../ui/toast/store.ts'
import { isSameZone } from '../../ui/zone/zones.ts'
import { ZonePicker } from '../../ui/zone/ZonePicker.tsx'
import { MessageLocale } from './MessageLocale.tsx'
import { Section } from './Section.tsx'
import { useUpdateMe } from './useUpdateMe.ts'

/** The zone in which times are shown, and which new messages begin with. Chosen is saved. */
export function TimeZone() {
  const { timeZone } = useUser()
  const update = useUpdateMe()
  const save = useMutation({
    mutationFn: (zone: string) => update({ timeZone: zone }),
    onSuccess: (_, zone) =>
      toast({
        title: 'Time zone saved',
        description: `Times are now shown for ${zoneCity(zone)} (${zoneOffset(zone, new Date())}).`,
      }),
  })
  const choose = (zone: string) => zone !== timeZone && save.mutate(zone)
  const here = zoneOfDevice()
  const now = new Date(useNow())

  return (
    <Section
      id="time-zone"
      note="Times are shown in this zone, and new messages begin with it. What is scheduled keeps its own."
    >
      <Field
        label="Your time zone"
        error={save.isError ? errorWords(save.error) : undefined}
        className="max-w-[400px]"
      >
        {(control) => (
          <ZonePicker
            {...control}
            value={save.isPending ? save.variables : timeZone}
            onChange={choose}
          />
        )}
      </Field>
      {!isSameZone(here, timeZone) && !save.isPending && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-muted">
          This device is set to {zoneCity(here)} ({zoneOffset(here, now)}).
          <Button size="sm" onClick={() => choose(here)}>
            Use {zoneCity(here)}
          </Button>
        </p>
      )}
      <MessageLocale />
    </Section>
  )
}

const zoneOfDevice = () => Intl.DateTimeFormat().resolvedOptions().timeZone
