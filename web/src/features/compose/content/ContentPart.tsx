import { type ReactNode, useEffect, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { Choice, choicesClasses } from '../../../ui/Choice.tsx'
import { whenIdle } from '../../../ui/idle.ts'
import { lazyComponent, LazyPart } from '../../../ui/lazy.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import type { ContentFile } from '../media/files.ts'
import { type Network, networkNamed } from '../networks.ts'
import { ownOf } from '../others/own.ts'
import { AddButtons, type Added } from './AddButtons.tsx'
import { UnsentParts } from './UnsentParts.tsx'
import { ContentEditor } from './ContentEditor.tsx'
import type { OwnFields } from './options.ts'
import { useContentFields } from './useContentFields.ts'

// Not every content has them: they come once the page is there, so that who adds one can type at once.
const PollEditor = lazyComponent(async () => (await import('../poll/PollEditor.tsx')).default)
const ButtonsEditor = lazyComponent(
  async () => (await import('../buttons/ButtonsEditor.tsx')).default,
)
const LinkCardEditor = lazyComponent(
  async () => (await import('../link/LinkCardEditor.tsx')).default,
)
const Variants = lazyComponent(async () => (await import('../others/Variants.tsx')).default)
const OwnPart = lazyComponent(async () => (await import('../others/OwnPart.tsx')).default)

type ContentPartProps = {
  /** Where the content stands in the form around: nothing, or a part of it such as `steps.2.`. */
  at?: string
  networks: readonly Network[]
  label?: string
  /** Whether it is what one network gets of its own. */
  isOwn?: boolean
  rows?: number
  /** It is what a page begins with. */
  first?: boolean
}

/** What is said, in the form around: a text with files and other texts, or a poll; the buttons below; and what one network gets of its own. */
export function ContentPart(props: ContentPartProps) {
  const { at = '', networks, label = 'Message', isOwn = false, ...text } = props
  const { control } = useFormContext()
  const says = useController({ control, name: `${at}says` }).field
  const [files, variants, buttons, hasCard, own] = useWatch({
    control,
    name: [`${at}files`, `${at}variants`, `${at}buttons`, `${at}linkCard`, `${at}own`],
    compute: (values: unknown[]) => values.with(3, Boolean(values[3])),
  }) as [
    ContentFile[],
    unknown[],
    unknown[],
    boolean,
    Record<Network['id'], OwnFields | null> | undefined,
  ]
  const [added, setAdded] = useState<Added>()
  useEffect(
    () =>
      whenIdle(() =>
        [PollEditor, ButtonsEditor, LinkCardEditor, Variants, OwnPart].map((one) => one.fetch()),
      ),
    [],
  )
  // The limits of other networks do not apply to the own content of a network.
  const common = networks.filter(({ id }) => !own?.[id])
  const judged = common.length > 0 ? common : networks
  const isPoll = says.value === 'poll'
  return (
    <div className="grid gap-4">
      <fieldset>
        <legend className="sr-only">{label === 'Message' ? 'Kind' : `Kind: ${label}`}</legend>
        <div className={choicesClasses}>
          {kinds.map(({ kind, name }) => (
            <Choice
              key={kind}
              label={name}
              name={says.name}
              checked={says.value === kind}
              onChange={() => says.onChange(kind)}
            />
          ))}
        </div>
      </fieldset>
      <UnsentParts at={at} says={says.value as OwnFields['says']} />
      {isPoll ? (
        <Waiting>
          <PollEditor at={at} networks={judged} />
        </Waiting>
      ) : (
        <Text {...text} at={at} networks={judged} label={label} />
      )}
      {!isPoll && variants.length > 0 && (
        <Waiting>
          <Variants
            {...{ at, label }}
            networks={judged}
            hasFiles={files.length > 0}
            isNew={added === 'variant'}
          />
        </Waiting>
      )}
      {buttons.length > 0 && (
        <Waiting>
          <ButtonsEditor at={at} isNew={added === 'button'} />
        </Waiting>
      )}
      {!isPoll && hasCard && (
        <Waiting>
          <LinkCardEditor at={at} isNew={added === 'link'} />
        </Waiting>
      )}
      <AddButtons
        at={at}
        networks={isOwn ? [] : networks}
        onWhatsapp={common.some(({ id }) => id === 'whatsapp')}
        onAdded={setAdded}
      />
      {ownOf(own ?? {}).map(([id]) => (
        <Waiting key={id}>
          <OwnPart
            {...{ at, label }}
            network={networkNamed(id)}
            isReached={networks.some((network) => network.id === id)}
            isNew={added === id}
          />
        </Waiting>
      ))}
    </div>
  )
}

const kinds = [
  { kind: 'message', name: 'Text and files' },
  { kind: 'poll', name: 'Poll' },
] as const

function Text({ at, ...props }: Required<Pick<ContentPartProps, 'at'>> & ContentPartProps) {
  const { ref, ...fields } = useContentFields(at)
  return <ContentEditor {...fields} ref={ref} {...props} />
}

const Waiting = ({ children }: { children: ReactNode }) => (
  <LazyPart
    fallback={
      <Loading label="Loading the form">
        <Skeleton className="h-48" />
      </Loading>
    }
  >
    {children}
  </LazyPart>
)
