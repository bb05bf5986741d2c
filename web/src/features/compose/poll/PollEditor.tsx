import { POLL_OPTIONS_MAX, POLL_OPTIONS_MIN } from '@carillon/contract/content/content'
import { lengthOf } from '@carillon/contract/content/entities'
import { Plus } from 'lucide-react'
import type { ClipboardEvent, DragEvent, KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Field, Problem } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { toast } from '../../../ui/toast/store.ts'
import { Count } from '../content/Count.tsx'
import { Rows } from '../content/Rows.tsx'
import { useNested } from '../content/useNested.ts'
import type { Network } from '../networks.ts'
import { type PollAnswer, linesOf, newPollAnswer, type PollFields } from './poll.ts'

type PollEditorProps = {
  /** Where the content stands in the form around. */
  at: string
  networks: readonly Network[]
}

/** How near its limit an answer tells its length. */
const TOLD_FROM = 0.7

/** The question of a poll, its answers in their order, and how members vote. */
export default function PollEditor({ at, networks }: PollEditorProps) {
  const name = `${at}poll`
  const { value: poll, onChange, onBlur, problem } = useNested<PollFields>(name)
  const { question, options } = poll
  const questionMax = Math.min(...networks.map((network) => network.questionMax))
  const set = (part: Partial<PollFields>) => onChange({ ...poll, ...part })
  const setAnswers = (next: PollAnswer[]) => set({ options: next })
  const partOf = (index: number) => `options.${index}.text`
  const focus = (index: number) =>
    document.getElementsByName(`${name}.${partOf(index)}`)[0]?.focus()

  function add(after: number) {
    flushSync(() => setAnswers(options.toSpliced(after + 1, 0, newPollAnswer())))
    focus(after + 1)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, index: number) {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      if (options[index + 1]?.text === '') focus(index + 1)
      else if (options.length < POLL_OPTIONS_MAX) add(index)
    } else if (event.key === 'Backspace' && options[index]?.text === '' && index > 0) {
      event.preventDefault()
      if (options.length > POLL_OPTIONS_MIN)
        flushSync(() => setAnswers(options.toSpliced(index, 1)))
      focus(index - 1)
    }
  }

  /** Several lines are several answers: the first where it is pasted, the others in the place of blank ones. */
  function onPaste(event: ClipboardEvent<HTMLInputElement>, index: number) {
    const [first, ...rest] = linesOf(event.clipboardData.getData('text'))
    const answer = options[index]
    if (first === undefined || rest.length === 0 || !answer) return
    event.preventDefault()
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const text = value.slice(0, selectionStart ?? 0) + first + value.slice(selectionEnd ?? 0)
    const before = [...options.slice(0, index), { ...answer, text }]
    const after = options.slice(index + 1).filter((other) => other.text.trim())
    const added = rest.map(newPollAnswer)
    flushSync(() => setAnswers([...before, ...added, ...after]))
    focus(before.length + added.length - 1)
    toast({
      title: `${rest.length + 1} answers pasted`,
      action: { label: 'Undo', run: () => set({ options }) },
    })
  }

  return (
    <div
      data-field={name}
      className="grid gap-4"
      onBlur={(event) => {
        // Missing parts are reported only when the focus leaves the whole poll.
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur()
      }}
      {...noFiles}
    >
      <Field
        label="Question"
        error={problem('question')}
        aside={<Count length={lengthOf(question.trim())} max={questionMax} />}
      >
        {(control) => (
          <Input
            {...control}
            name={`${name}.question`}
            value={question}
            dir="auto"
            autoComplete="off"
            placeholder="Ask your groups something…"
            onChange={(event) => set({ question: event.target.value })}
          />
        )}
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">Answers</legend>
        <Rows
          items={options}
          onChange={setAnswers}
          noun="Answer"
          label="Answers"
          min={POLL_OPTIONS_MIN}
        >
          {(answer, index) => (
            <AnswerField
              name={`${name}.${partOf(index)}`}
              number={index + 1}
              text={answer.text}
              max={Math.min(...networks.map(({ answerMax }) => answerMax))}
              problem={problem(partOf(index))}
              onChange={(text) => setAnswers(options.with(index, { ...answer, text }))}
              onKeyDown={(event) => onKeyDown(event, index)}
              onPaste={(event) => onPaste(event, index)}
            />
          )}
        </Rows>
        {problem('options') && <Problem>{problem('options')}</Problem>}
        <div>
          <ReasonedButton
            size="sm"
            variant="plain"
            className="-ml-2.5"
            reason={
              options.length >= POLL_OPTIONS_MAX
                ? `A poll has at most ${POLL_OPTIONS_MAX} answers.`
                : undefined
            }
            onClick={() => add(options.length - 1)}
          >
            <Plus size={16} aria-hidden /> Add an answer
          </ReasonedButton>
        </div>
      </fieldset>
      <div className="grid gap-3">
        <Checkbox
          label="Several answers"
          note="Members may choose more than one."
          checked={poll.multiple}
          onChange={(event) => set({ multiple: event.target.checked })}
        />
        <Checkbox
          label="Anonymous"
          note="Nobody sees who voted for what."
          checked={poll.anonymous}
          onChange={(event) => set({ anonymous: event.target.checked })}
        />
      </div>
    </div>
  )
}

type AnswerFieldProps = {
  name: string
  number: number
  text: string
  max: number
  problem: string | undefined
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void
}

function AnswerField({ name, number, text, max, problem, onChange, ...events }: AnswerFieldProps) {
  const length = lengthOf(text.trim())
  return (
    <Field
      label={`Answer ${number}`}
      labelHidden
      error={problem}
      {...(length > TOLD_FROM * max ? { hint: <Count length={length} max={max} /> } : {})}
    >
      {(control) => (
        <Input
          {...control}
          {...events}
          name={name}
          value={text}
          dir="auto"
          autoComplete="off"
          placeholder={`Answer ${number}`}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** A file that is dropped here is refused in words; the browser would open it instead of the page. */
const noFiles = {
  onDragOver(event: DragEvent) {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault()
  },
  onDrop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    toast({
      title: 'A poll has no files',
      description: 'Choose Text and files to send them, or send them in a message of their own.',
    })
  },
}
